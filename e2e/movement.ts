import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** As Chromium reports it (https://wicg.github.io/layout-instability/). */
interface LayoutShift extends PerformanceEntry {
  value: number;
  /** Whether someone pressed something in the half second before it. */
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/**
 * Expects that nothing in the page's document has moved so far unless someone pressed something: layout shifts below
 * `most`.
 * @param since shifts before this time don't count, in milliseconds of the page's clock (`performance.now()`)
 */
export async function expectStill(
  page: Page,
  what = "the page",
  { most = 0.001, since = 0 }: { most?: number; since?: number } = {},
): Promise<void> {
  const shifts = await page.evaluate(
    (since) =>
      new Promise<{ value: number; moved: string }[]>((resolve) => {
        const describe = ({ node, previousRect: from, currentRect: to }: LayoutShift["sources"][number]) =>
          `${(node instanceof HTMLElement && node.outerHTML.slice(0, 100)) || node?.textContent} from ${from.x}, ${from.y} to ${to.x}, ${to.y}`;
        const observer = new PerformanceObserver((list) => {
          const shifts = list.getEntriesByType("layout-shift") as LayoutShift[];
          resolve(
            shifts
              .filter(({ hadRecentInput, startTime }) => !hadRecentInput && startTime >= since)
              .map(({ value, sources }) => ({ value, moved: sources.map(describe).join("\n") })),
          );
        });
        observer.observe({ type: "layout-shift", buffered: true });
        // Every page has one, so that the observer is called even if nothing has moved.
        observer.observe({ type: "navigation", buffered: true });
      }),
    since,
  );
  const moved = shifts.map(({ value, moved }) => `${value}\n${moved}`).join("\n");
  expect(
    shifts.reduce((sum, { value }) => sum + value, 0),
    `${what} moved:\n${moved}`,
  ).toBeLessThan(most);
}

/** Loads scripts only after the first paint, as on a slow network, so that shifts that they cause are visible. */
export async function paintBeforeScripts(page: Page): Promise<void> {
  await page.route(/\/assets\/.+\.js$/, async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    await route.continue();
  });
}

/**
 * Watches how long the page takes to answer presses.
 * @returns a function that returns the longest time from a press to the next frame in ms, in steps of 8 ms; 0 if all
 *   took less than 16 ms
 */
export async function watchPresses(page: Page): Promise<() => Promise<number>> {
  const longest = await page.evaluateHandle(() => {
    const found = { ms: 0 };
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) found.ms = Math.max(found.ms, duration);
    });
    observer.observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
    return found;
  });
  return () => longest.evaluate(({ ms }) => ms);
}
