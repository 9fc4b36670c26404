import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { loadAxe } from "./checkAxe.ts";

/**
 * The controls that can't be pressed by saying their words (WCAG 2.5.3), because their name lacks the visible words in
 * the order in which they are seen. Each is listed with its words and its name.
 */
export async function unspeakable(page: Page): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(() => {
    const { axe: here } = window as unknown as { axe: typeof axe };
    // Spaces are removed, because between blocks browsers add them to a name, and axe doesn't.
    const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
    /** The visible words on an element. Initials in place of a photo are a picture. */
    const wordsOn = (element: Element): string => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const words: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const parent = text.parentElement as HTMLElement;
        const range = document.createRange();
        range.selectNodeContents(text);
        const { width, height } = range.getBoundingClientRect();
        const isSeen = parent.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
        const isPicture = parent.closest("[aria-hidden=true]") !== null && (text.textContent ?? "").trim().length <= 2;
        if (isSeen && !isPicture && !parent.closest(".sr-only, option, svg")) words.push(text.textContent ?? "");
      }
      return plain(words.join(" "));
    };
    const found: string[] = [];
    here.setup(document.documentElement);
    // The page behind a dialog can't be pressed.
    const root = document.querySelector("dialog:modal") ?? document;
    for (const control of root.querySelectorAll<HTMLElement>(
      "a[href], button, summary, input:not([type=hidden]), select, textarea, [role=tab], [role=button]",
    )) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      const { labels } = control as HTMLInputElement;
      const words = labels?.length ? [...labels].map(wordsOn).join(" ") : wordsOn(control);
      const name = plain(here.commons.text.accessibleText(control));
      if (name === "") found.push(`no name: ${control.outerHTML.slice(0, 120)}`);
      else if (!name.includes(words)) found.push(`"${words}" is called "${name}"`);
    }
    here.teardown();
    return [...new Set(found)];
  });
}
