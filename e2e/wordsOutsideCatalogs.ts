import type { Page } from "@playwright/test";

/**
 * Elements whose text isn't from a catalog: people's words, email addresses included (`dir="auto"`, `bdi`, the texts of
 * fields), text that runs from left to right in any language (addresses, codes, hashes, keys), and days.
 */
const NOT_OURS = '[dir="auto"], [dir="ltr"]:not(html), [lang]:not(html), bdi, code, kbd, pre, time, textarea';
/** The initials of a name, in place of a picture, and the site's own name. */
const NAMES = /^(\p{Lu}{2}|Survey App)$/u;

/**
 * The visible words and the names for screen readers that aren't from a catalog, on a page in the language of tests, in
 * which each text of a catalog is in brackets.
 */
export async function wordsOutsideCatalogs(page: Page): Promise<string[]> {
  const found = await page.evaluate((notOurs) => {
    const hasWord = (text: string) => /\p{L}{2}/u.test(text);
    const words: string[] = [];
    let depth = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || element.closest("script, style, noscript")) continue;
      let outside = "";
      for (const letter of node.textContent ?? "") {
        if (letter === "[") depth++;
        else if (letter === "]") depth = Math.max(0, depth - 1);
        else if (depth === 0) outside += letter;
      }
      if (hasWord(outside) && element.checkVisibility() && !element.closest(notOurs)) words.push(outside.trim());
    }
    // Tooltips and names repeat titles that are on the page.
    const titles = new Set([...document.querySelectorAll('[dir="auto"], bdi')].map((each) => each.textContent));
    for (const name of ["aria-label", "title", "alt", "placeholder", "aria-valuetext"])
      for (const element of document.body.querySelectorAll(`[${name}]`)) {
        const text = element.getAttribute(name) ?? "";
        const isOurs = name !== "alt" || !element.matches(notOurs);
        if (isOurs && hasWord(text) && !text.startsWith("[") && !titles.has(text)) words.push(`${name}: ${text}`);
      }
    return [...new Set(words)];
  }, NOT_OURS);
  return found.filter((text) => !NAMES.test(text));
}
