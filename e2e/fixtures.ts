import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type PlaywrightTestOptions,
  type TestInfo,
} from "@playwright/test";
import { KeptPages, QUIET_PATH } from "./keptPages.ts";
import { type Client, type DemoRole, people, signIn, tokenOf } from "./people.ts";
import { type RunningServer, type ServerOptions, startServer } from "./server.ts";
import { publishSurvey, type SurveyFields } from "./surveys.ts";

/**
 * Playwright records a stack at each call, and looks up every line of it in source maps, which took a sixth of the
 * worker's CPU. If Node runs these files as they are, there are no source maps.
 */
if (process.env.PW_DISABLE_TS_ESM) Reflect.deleteProperty(Error, "prepareStackTrace");

export interface Fixtures extends ServerOptions {
  /** This worker's server with the options of the test; `baseURL` is its URL. */
  server: RunningServer;
  /**
   * Whether presses come from someone who has seen the page: programs press sooner than people, so each press is dated
   * a second later. Tests of early presses turn it off.
   */
  looksFirst: boolean;
  /** A bearer token of a demo account, from a session that no page has. */
  tokenFor(role: DemoRole): Promise<string>;
  /**
   * Anything that goes wrong in a page fails its test: console errors, uncaught errors, failed requests, responses of
   * 400 and more, violations of the content security policy. A test that provokes one declares it:
   * `expectTrouble(/422/)`.
   */
  expectTrouble(pattern: RegExp): void;
  /**
   * A page in its own browser session: another user of the same server. Like `page`, it may have files in its cache.
   */
  newSessionPage(): Promise<Page>;
  /** A page in a new browser session, with an empty cache. */
  freshPage(): Promise<Page>;
  /** Another user who only sends requests: much cheaper than a browser session. */
  newClient(): Promise<Client>;
  /** Adds a survey of the demo's surveyor, published by the demo's admin. Returns its id. */
  publishSurvey(fields?: SurveyFields): Promise<string>;
  /**
   * The page that this worker keeps for each role, with its session and its cache: for tests that don't change data. A
   * new browser session costs more than such a test itself.
   */
  sharedPage(role: DemoRole | "visitor"): Promise<Page>;
  trouble: Trouble;
  /** The test's options that can't change within a browser session. */
  browserOptions: Partial<PlaywrightTestOptions> & Pick<Fixtures, "looksFirst">;
  /** Opens a page in a new browser session, which this fixture does not close. */
  openPage(): Promise<Page>;
}

interface WorkerFixtures {
  /** The worker's server with these options, started when it is first needed. */
  serverWith(options: ServerOptions): Promise<RunningServer>;
  /** The pages that a worker keeps for its tests, by server and role. */
  kept: {
    sessions: KeptPages;
    pages: Map<string, Page>;
    clients: Map<string, Promise<Client>>;
    /** Those of the running test, because a browser session serves one test after the other. */
    trouble: Trouble;
  };
}

class Trouble {
  readonly found: string[] = [];
  readonly expected: RegExp[] = [];

  get unexpected(): string[] {
    return this.found.filter((text) => !this.expected.some((pattern) => pattern.test(text)));
  }
}

function watch(context: BrowserContext, current: () => Trouble): void {
  const add = (text: string) => current().found.push(text);
  // Violations of the content security policy are reported here too, and responses of 400 and more: listening to all
  // responses would cost more.
  context.on("console", (message) => {
    // The quiet document is sandboxed, so the script that dates presses is blocked there. The message can arrive in the
    // next test.
    const isQuiet = message.text().includes(`${QUIET_PATH}' because the document's frame is sandboxed`);
    if (message.type() === "error" && !isQuiet) add(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => add(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Aborted by navigation, or by the page itself: not a failure.
    if (reason !== "net::ERR_ABORTED") add(`request: ${request.method()} ${request.url()} ${reason}`);
  });
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  demo: [true, { option: true }],
  crowd: [false, { option: true }],
  serverEnv: [{}, { option: true }],
  looksFirst: [true, { option: true }],
  serverWith: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const servers = new Map<string, Promise<RunningServer>>();
      await use((options) => {
        const key = JSON.stringify(options);
        const server = servers.get(key) ?? startServer(options);
        servers.set(key, server);
        return server;
      });
      for (const server of servers.values()) await (await server).stop();
    },
    { scope: "worker" },
  ],
  kept: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const kept = {
        sessions: new KeptPages(),
        pages: new Map<string, Page>(),
        clients: new Map<string, Promise<Client>>(),
        trouble: new Trouble(),
      };
      await use(kept);
      for (const client of kept.clients.values()) await (await client).request.dispose();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ demo, crowd, serverEnv, serverWith }, use) => use(await serverWith({ demo, crowd, serverEnv })),
    { timeout: 240_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  tokenFor: async ({ playwright, server, kept }, use) => {
    const enter = async (role: DemoRole) => {
      const client = { request: await playwright.request.newContext({ baseURL: server.url }) };
      await signIn(client, role);
      return client;
    };
    await use(async (role) => {
      const key = `${server.url} ${role}`;
      const client = kept.clients.get(key) ?? enter(role);
      kept.clients.set(key, client);
      // A token lasts for minutes, the session for as long as the worker.
      return tokenOf(await client, people[role].email);
    });
  },

  trouble: async ({ kept }, use) => {
    const trouble = new Trouble();
    kept.trouble = trouble;
    await use(trouble);
    expect(trouble.unexpected, "trouble in the page").toEqual([]);
  },
  expectTrouble: async ({ trouble }, use) => {
    await use((pattern) => trouble.expected.push(pattern));
  },
  openPage: async ({ browser, server, kept, trouble, javaScriptEnabled, looksFirst }, use, testInfo) => {
    const before = server.log().length;
    await use(async () => {
      const context = await browser.newContext();
      watch(context, () => kept.trouble);
      if (looksFirst) await context.addInitScript(datePressesLater);
      const page = await context.newPage();
      return javaScriptEnabled === false ? page : waitingForHydration(page);
    });
    const hasFailed = testInfo.status !== testInfo.expectedStatus;
    if (hasFailed) await attachScreenshots(testInfo, browser);
    if (hasFailed || trouble.unexpected.length)
      await testInfo.attach("server log", { body: server.log().slice(before), contentType: "text/plain" });
    // The worker ends after a failed test.
    if (hasFailed) return;
    // Requests that are aborted when pages are cleared are expected.
    kept.trouble = new Trouble();
    await kept.sessions.takeBack();
  },
  context: async ({ page }, use) => use(page.context()),
  page: async ({ newSessionPage }, use) => use(await newSessionPage()),
  // A page that dates presses later does so in every test.
  browserOptions: async (
    { javaScriptEnabled, contextOptions, deviceScaleFactor, hasTouch, isMobile, locale, looksFirst },
    use,
  ) => use({ javaScriptEnabled, contextOptions, deviceScaleFactor, hasTouch, isMobile, locale, looksFirst }),
  newSessionPage: async ({ openPage, server, kept, browserOptions, viewport }, use) => {
    await use(async () => {
      const page = await kept.sessions.take(server.url, browserOptions, openPage);
      if (viewport) await page.setViewportSize(viewport);
      return page;
    });
  },
  freshPage: async ({ openPage, kept }, use) => {
    await use(async () => kept.sessions.takeOnce(await openPage()));
  },
  newClient: async ({ playwright, baseURL }, use) => {
    const clients: Client[] = [];
    await use(async () => {
      const client = { request: await playwright.request.newContext({ baseURL }) };
      clients.push(client);
      return client;
    });
    for (const { request } of clients) await request.dispose();
  },
  publishSurvey: async ({ request, tokenFor }, use) => {
    await use(async (fields = {}) => {
      const tokens = { surveyor: await tokenFor("surveyor"), admin: await tokenFor("admin") };
      return publishSurvey(request, tokens, fields);
    });
  },
  sharedPage: async ({ openPage, server, kept, browserOptions, viewport }, use) => {
    await use(async (role) => {
      const key = JSON.stringify([server.url, role, browserOptions]);
      const known = kept.pages.get(key);
      if (known && viewport) await known.setViewportSize(viewport);
      if (known) {
        await known.evaluate(deleteDrafts);
        return known;
      }
      const page = await openPage();
      if (role !== "visitor") await signIn(page, role);
      kept.pages.set(key, page);
      return page;
    });
  },
});

/** In the page: deletes the drafts of another test, which would fill the forms of this one. */
function deleteDrafts(): void {
  // A page that hasn't opened anything yet doesn't have storage.
  for (const storage of location.origin === "null" ? [] : [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (key.startsWith("draft:")) storage.removeItem(key);
}

/** In the page, before its scripts: dates each press a second later. */
function datePressesLater(): void {
  for (const type of ["pointerdown", "keydown", "click"])
    addEventListener(type, (event) => Object.defineProperty(event, "timeStamp", { value: event.timeStamp + 1000 }), {
      capture: true,
    });
}

/** Attaches a screenshot of each page. Playwright's own option takes one in every test that passes. */
async function attachScreenshots(testInfo: TestInfo, browser: Browser): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const page of pages.filter((each) => !each.url().endsWith(QUIET_PATH)))
    await testInfo.attach(`screenshot of ${page.url()}`, { body: await page.screenshot(), contentType: "image/png" });
}

/** Makes `goto` wait until the page is usable: hydrated, with the session known. */
function waitingForHydration(page: Page): Page {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const answered = await goto(url, options);
    // Its name is in the language of the page.
    if (!options?.waitUntil) await expect(page.locator(`div[role="progressbar"]`)).toHaveCount(0);
    return answered;
  };
  return page;
}

export { expect } from "@playwright/test";
