import { dayAndTime } from "@survey-app/contract/text/time.ts";
import { zoneNote } from "../ui/browserTimeZone.ts";

/** In a text: the place where the script writes the time in `data-at`, in the reader's time zone. */
export const AT = "{at}";

/**
 * Writes the texts of what isn't so yet, such as "You voted", into the elements that are hidden until then. In the server's HTML they stand
 * in attributes, because browsers that show only text know no hidden elements and would show them all.
 */
export function writeLaterTexts(timeZone: string): void {
  for (const each of document.querySelectorAll<HTMLElement>("[data-text]")) {
    const { text = "", at } = each.dataset;
    each.textContent = at ? text.replace(AT, dayAndTime(at, timeZone) + zoneNote()) : text;
  }
}
