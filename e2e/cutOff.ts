import type { Page } from "@playwright/test";

/**
 * The places of a page where something doesn't fit: elements beyond the window's edges, if it can be scrolled sideways;
 * words that are cut off, unless people wrote them; and words that stick out of a button or a link. Each is named by
 * its first words.
 */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const found: string[] = [];
    const name = (what: string, element: Element) =>
      found.push(`${what}: <${element.tagName.toLowerCase()}> ${(element.textContent ?? "").trim().slice(0, 60)}`);
    const hasWords = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.textContent ?? ""));
    for (const element of document.body.querySelectorAll("*")) {
      const { left, right, width } = element.getBoundingClientRect();
      // Text that is only for screen readers is in an element that is a pixel wide.
      if (width <= 1 || !element.checkVisibility() || element.closest(".sr-only")) continue;
      const isOutside = right > clientWidth + 1 || left < -1;
      if (scrollWidth > clientWidth && isOutside && hasWords(element)) name("beyond the edge", element);
      if (!(element instanceof HTMLElement) || element.scrollWidth <= element.clientWidth + 1) continue;
      const { overflowX, display } = getComputedStyle(element);
      // In a table the words of an answer may reach into the next column's margin, which is empty.
      if (overflowX === "visible" && element.matches("dl > div") && !element.closest("table"))
        name("sticks out", element);
      // Inline elements don't have their own width.
      if (display === "inline" || !hasWords(element)) continue;
      if (/hidden|clip/.test(overflowX) && !element.closest('[dir="auto"], bdi, [lang]:not(html)'))
        name("cut off", element);
      if (overflowX === "visible" && element.closest("a, button, label, th, dt, summary")) name("sticks out", element);
    }
    // So that a page without any such element also fails.
    if (scrollWidth > clientWidth && found.length === 0)
      found.push(`wider than the window by ${scrollWidth - clientWidth}`);
    return found;
  });
}
