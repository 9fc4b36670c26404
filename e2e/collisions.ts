import type { Page } from "@playwright/test";

/**
 * The words that can't be read: they overlap others, their lines are cut in half, or they run down letter by letter.
 */
export function collisions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** A smaller overlap is only the space that fonts leave around their letters. */
    const LEAST = 3;
    const liesOnOthers = ({ position, webkitLineClamp }: CSSStyleDeclaration) =>
      /fixed|sticky/.test(position) || webkitLineClamp !== "none";
    const found: string[] = [];
    const lines: { text: string; left: number; right: number; top: number; bottom: number }[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const element = node.parentElement;
      const text = (node.textContent ?? "").trim().slice(0, 40);
      if (!text || !element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      // An element without a box is hidden within a drawing.
      if (element.getClientRects().length === 0 || element.closest(".sr-only, .skip-link, option, textarea")) continue;
      if (element.matches("details:not([open])")) continue;
      const around: Element[] = [];
      for (let each: Element | null = element; each; each = each.parentElement) around.push(each);
      // Bars may cover scrolled content, dialogs and menus the page, and a button the last line if further ones are
      // omitted.
      const mayLie = around.map((each) => getComputedStyle(each)).some(liesOnOthers);
      const clips = around.filter((each) => getComputedStyle(each).overflowY !== "visible");
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()];
      for (const box of boxes) {
        // The letters of a line are lower than its box.
        const line = {
          text,
          left: box.left,
          right: box.right,
          top: box.top + box.height / 4,
          bottom: box.bottom - box.height / 4,
        };
        let cutBy: Element | undefined;
        for (const clip of clips) {
          const { top, bottom } = clip.getBoundingClientRect();
          if (top - line.top > LEAST || line.bottom - bottom > LEAST) cutBy = clip;
          line.top = Math.max(line.top, top);
          line.bottom = Math.min(line.bottom, bottom);
        }
        if (line.bottom - line.top < LEAST) continue;
        // The rest can be scrolled into view elsewhere.
        if (cutBy && /hidden|clip/.test(getComputedStyle(cutBy).overflowY)) found.push(`cut in half: ${text}`);
        if (!mayLie) lines.push(line);
      }
      const rowsOf = (rects: Iterable<DOMRect>) => new Set([...rects].map(({ top }) => Math.round(top))).size;
      // Each word is measured only where its text has more than two rows, because that takes long.
      if (rowsOf(boxes) <= 2) continue;
      for (const { index, 0: word } of (node.textContent ?? "").matchAll(/\p{L}{4,}/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (rowsOf(range.getClientRects()) > 2) found.push(`letter by letter: ${word}`);
      }
    }
    lines.sort((a, b) => a.top - b.top);
    for (const [index, one] of lines.entries())
      for (let next = index + 1; next < lines.length; next++) {
        const other = lines[next];
        if (!other || other.top > one.bottom - LEAST) break;
        const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const height = Math.min(one.bottom, other.bottom) - other.top;
        if (width > LEAST && height > LEAST) found.push(`"${other.text}" lies on "${one.text}"`);
      }
    return found;
  });
}
