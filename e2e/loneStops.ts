import type { Page } from "@playwright/test";

/** The texts of a page that begin a line with a full stop or a comma, which belong beside the word before them. */
export function loneStops(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const before = text.previousSibling;
      if (!/^[.,;:!?…)»”،؛؟]/.test(text.data) || !(before instanceof Element) || !before.checkVisibility()) continue;
      const range = document.createRange();
      range.setStart(text, 0);
      range.setEnd(text, 1);
      const last = [...before.getClientRects()].at(-1);
      // Inline elements in one line overlap, however high their boxes are.
      if (last && range.getBoundingClientRect().top >= last.bottom - 1)
        found.push(`${before.textContent}${text.data}`.trim().slice(0, 80));
    }
    return found;
  });
}
