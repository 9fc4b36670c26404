import type { Page } from "@playwright/test";

/** A document of the app without scripts. Unlike about:blank, it keeps the process with its compiled scripts. */
export const QUIET_PATH = "/robots.txt";

/** Calls whose effect stays in a page or its browser session for good. */
const lasting = (page: Page): [owner: object, method: string][] => [
  [page, "addInitScript"],
  [page.clock, "install"],
  [page.context(), "newCDPSession"],
];

/**
 * Browser sessions that one test after the other uses. A new session loads and compiles all scripts again, which takes
 * about 0.5 s of CPU.
 */
export class KeptPages {
  /** The pages by the app's origin and the browser's options, for which they can be used. */
  readonly #free = new Map<string, Page[]>();
  readonly #lent = new Map<Page, { origin: string; use: string }>();
  readonly #spent = new Set<Page>();

  /** A page for a test of the app at `origin`, created with these options of the browser. */
  async take(origin: string, options: object, create: () => Promise<Page>): Promise<Page> {
    const use = JSON.stringify([origin, options]);
    const page = this.#free.get(use)?.pop() ?? this.#watch(await create());
    this.#lent.set(page, { origin, use });
    return page;
  }

  /** A page for the running test alone. */
  takeOnce(page: Page): Page {
    this.#lent.set(page, { origin: "", use: "" });
    this.#spent.add(page);
    return page;
  }

  /** Takes the pages of the test that has ended, and resets them except for their cache, or closes them. */
  async takeBack(): Promise<void> {
    await Promise.all([...this.#lent].map(([page, { origin, use }]) => this.#clear(page, origin, use)));
    this.#lent.clear();
  }

  /** Notices calls after which no other test can use the page. */
  #watch(page: Page): Page {
    for (const [owner, method] of lasting(page)) {
      const original = Reflect.get(owner, method) as (...args: unknown[]) => unknown;
      Reflect.set(owner, method, (...args: unknown[]) => {
        this.#spent.add(page);
        return original.apply(owner, args);
      });
    }
    return page;
  }

  async #clear(page: Page, origin: string, use: string): Promise<void> {
    const context = page.context();
    const isSpent = this.#spent.delete(page) || page.isClosed();
    const address = new URL(page.url());
    // On another site, and on the quiet document, to which Back leads, the app's storage can't be reached.
    if (isSpent || address.origin !== origin || address.pathname === QUIET_PATH) return context.close();
    const others = context.pages().filter((other) => other !== page);
    await Promise.all(others.map((other) => other.close()));
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await context.setOffline(false);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
      // The app still runs, and may be about to store a token.
      Storage.prototype.setItem = () => {};
    });
    // The option keeps this from waiting for the session, as `goto` does in tests.
    await page.goto(origin + QUIET_PATH, { waitUntil: "load" });
    await context.clearCookies();
    await context.clearPermissions();
    await page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, contrast: null });
    this.#free.set(use, [...(this.#free.get(use) ?? []), page]);
  }
}
