import type { Page } from "@playwright/test";

/**
 * Notes what the open page announces from now on: each new text of a live region, as a screen reader would speak it.
 * @returns reads the texts so far, in order
 */
export async function noteAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(observeLiveRegions);
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced);
}

/** Runs in the page. */
function observeLiveRegions(): void {
  const announced: string[] = [];
  Object.assign(window, { announced });
  const before = new Map<Element, string>();
  // Rendered, because texts of two blocks have no space between them otherwise.
  const rendered = (element: Element) => Reflect.get(element, "innerText") ?? "";
  const textOf = (region: Element): string => {
    const silent = [...region.querySelectorAll("[aria-hidden=true]")].map(rendered);
    const text = silent.reduce((rest, each) => rest.replace(each, ""), rendered(region));
    return text.replaceAll(/\s+/g, " ").trim();
  };
  const regions = () => document.querySelectorAll("[aria-live], [role=status], [role=alert]");
  for (const region of regions()) before.set(region, textOf(region));
  new MutationObserver(() => {
    for (const region of regions()) {
      const text = textOf(region);
      if (text !== (before.get(region) ?? "") && text !== "") announced.push(text);
      before.set(region, text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
