import type { Page } from "@playwright/test";

/**
 * Describes what hides the focused element (WCAG 2.4.11); null if enough of it can be seen: at least half of the points
 * of the part that fits into the window. Areas that only take the focus so that people can read from there are skipped.
 */
export function focusHiddenBy(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || focused.tabIndex < 0 || /^(BODY|IFRAME)$/.test(focused.tagName))
      return null;
    const name = (element: Element | null) =>
      `<${element?.tagName.toLowerCase()}> "${(element?.getAttribute("aria-label") ?? element?.textContent ?? "").trim().slice(0, 50)}"`;
    // If the field itself is only for screen readers, people see its label; a field that pointers pass through lies on
    // its parent.
    const seen = [focused, ...((focused as HTMLInputElement).labels ?? [])];
    if (getComputedStyle(focused).pointerEvents === "none" && focused.parentElement) seen.push(focused.parentElement);
    const boxes = seen
      .flatMap((element) => [...element.getClientRects()])
      .filter(({ width, height }) => width > 2 && height > 2);
    if (boxes.length === 0) return `${name(focused)} has no size`;
    const points = boxes.flatMap(({ left, right, top, bottom }) =>
      [0.1, 0.5, 0.9].flatMap((x) =>
        [0.15, 0.5, 0.85].map((y) => [left + x * (right - left), top + y * (bottom - top)] as const),
      ),
    );
    const inside = points.filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
    if (inside.length === 0) return `${name(focused)} is outside of the window`;
    const hits = inside.map(([x, y]) => document.elementFromPoint(x, y));
    const covering = hits.filter((hit) => !seen.some((element) => element.contains(hit) || hit?.contains(element)));
    return covering.length * 2 > hits.length ? `${name(focused)} is behind ${name(covering[0] ?? null)}` : null;
  });
}
