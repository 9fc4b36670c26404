import { readToken, userIdOf } from "../api/token.ts";
import { readJson, removeStored, store } from "../ui/browserStorage.ts";

/*
 * Another language is another build, so changing it loads the page again. What the reader had on the screen comes
 * along: the address's parameters, the scroll position and what was typed.
 */

const KEPT = "pageInOtherLanguage";
/** Larger forms are not kept, in characters: the browser's storage is limited. */
const KEPT_MAX = 500_000;
/** The longest that the new page may take to show its forms, in milliseconds. */
const PATIENCE_MS = 5000;

interface Kept {
  path: string;
  /**
   * The person who typed it: a user's id, or null for a visitor. The new page can fail to load, and the next person
   * open it.
   */
  person: string | null;
  scrollY: number;
  fields: { place: string; value: string; isChecked: boolean }[];
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Shows the page in another language. */
export function changeLanguage(language: string): void {
  const fields = fieldsOf(document).map(([place, field]) => ({
    place,
    value: field.value,
    isChecked: isChecked(field),
  }));
  const kept = JSON.stringify({ path: location.pathname, person: person(), scrollY, fields } satisfies Kept);
  // Where the browser does not store it, the page opens as for the first time.
  if (kept.length <= KEPT_MAX) store("session", KEPT, kept);
  const url = new URL(location.href);
  url.searchParams.set("lang", language);
  location.assign(url);
}

/**
 * Removes the language from the address, which stays the same for everyone who gets it: a cookie remembers the
 * language. Restores the fields and the position of the page in the former language. Waits for forms that appear only
 * after the session is known.
 */
export function arriveInLanguage(): void {
  const url = new URL(location.href);
  url.searchParams.delete("lang");
  history.replaceState(history.state, "", url);
  const kept = readKept();
  if (kept?.path !== location.pathname || kept.person !== person()) return;
  const missing = new Map(kept.fields.map((field) => [field.place, field]));
  const restore = () => {
    for (const [place, field] of fieldsOf(document)) {
      const before = missing.get(place);
      if (!before) continue;
      missing.delete(place);
      restoreField(field, before);
    }
    scrollTo({ top: kept.scrollY, behavior: "instant" });
    if (missing.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(restore);
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), PATIENCE_MS);
  restore();
}

const person = () => userIdOf(readToken() ?? "");

function readKept(): Kept | null {
  const kept = readJson<Kept>("session", KEPT);
  removeStored("session", KEPT);
  return kept;
}

/**
 * The fields of all forms with what identifies each: form and name, and the value of a choice. Never passwords, cards
 * and files.
 */
function fieldsOf(page: Document): [place: string, field: Field][] {
  return [...page.forms].flatMap((form, index) =>
    [...form.elements]
      .filter((element): element is Field => "value" in element && "name" in element && element.name !== "")
      .filter(
        (field) => !/password|file|hidden/.test(field.type) && !field.getAttribute("autocomplete")?.startsWith("cc-"),
      )
      .map((field): [string, Field] => [`${index} ${field.name} ${isChoice(field) ? field.value : ""}`, field]),
  );
}

const isChoice = (field: Field): field is HTMLInputElement => field.type === "checkbox" || field.type === "radio";
const isChecked = (field: Field): boolean => isChoice(field) && field.checked;

function restoreField(field: Field, before: Kept["fields"][number]): void {
  if (isChoice(field)) {
    if (field.checked !== before.isChecked && (before.isChecked || field.type === "checkbox")) field.click();
    return;
  }
  if (field.value === before.value) return;
  // React ignores a value that was set through its own property.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, before.value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? "change" : "input", { bubbles: true }));
}
