import { type BrowserContext, test as base, expect, type Page, type TestInfo } from "@playwright/test";
import { type Client, type DemoRole, people, signIn, tokenOf } from "./people.ts";
import { type RunningServer, type ServerOptions, startServer } from "./server.ts";
import { publishSurvey, type SurveyFields } from "./surveys.ts";

export interface Fixtures extends ServerOptions {
  /** This worker's server with the options of the test; `baseURL` is its URL. */
  server: RunningServer;
  /** A bearer token of a demo account, from a session that no page has. */
  tokenFor(role: DemoRole): Promise<string>;
  /**
   * Anything that goes wrong in a page fails its test: console errors, uncaught errors, failed requests, responses of
   * 500 and more, violations of the content security policy. A test that provokes one declares it:
   * `expectTrouble(/422/)`.
   */
  expectTrouble(pattern: RegExp): void;
  /** A page in its own browser session: another user of the same server. */
  newSessionPage(): Promise<Page>;
  /** Another user who only sends requests: much cheaper than a browser session. */
  newClient(): Promise<Client>;
  /** Adds a survey of the demo's surveyor, published by the demo's admin. Returns its id. */
  publishSurvey(fields?: SurveyFields): Promise<string>;
  /**
   * The page that this worker keeps for each role, with its session and its cache: for tests that change nothing. A new
   * browser session costs more than such a test itself.
   */
  sharedPage(role: DemoRole | "visitor"): Promise<Page>;
  trouble: Trouble;
}

interface WorkerFixtures {
  /** The worker's server with these options, started when it is first needed. */
  serverWith(options: ServerOptions): Promise<RunningServer>;
  /** What a worker keeps for its tests, by server and role. */
  kept: { pages: Map<string, Page>; clients: Map<string, Promise<Client>>; trouble: Trouble };
}

class Trouble {
  readonly found: string[] = [];
  readonly expected: RegExp[] = [];

  get unexpected(): string[] {
    return this.found.filter((text) => !this.expected.some((pattern) => pattern.test(text)));
  }
}

/** @param current the test's expected trouble; a shared page serves one test after the other */
function watch(context: BrowserContext, current: () => Trouble): void {
  const add = (text: string) => current().found.push(text);
  // Violations of the content security policy are reported here too.
  context.on("console", (message) => {
    if (message.type() === "error") add(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => add(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Aborted by navigation, or by the page itself: not a failure.
    if (reason !== "net::ERR_ABORTED") add(`request: ${request.method()} ${request.url()} ${reason}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 500) add(`answer: ${response.status()} ${response.url()}`);
  });
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  demo: [true, { option: true }],
  crowd: [false, { option: true }],
  serverEnv: [{}, { option: true }],
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
        pages: new Map<string, Page>(),
        clients: new Map<string, Promise<Client>>(),
        trouble: new Trouble(),
      };
      await use(kept);
      for (const page of kept.pages.values()) await page.context().close();
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

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  trouble: async ({}, use) => {
    const trouble = new Trouble();
    await use(trouble);
    expect(trouble.unexpected, "trouble in the page").toEqual([]);
  },
  expectTrouble: async ({ trouble }, use) => {
    await use((pattern) => trouble.expected.push(pattern));
  },
  context: async ({ context, trouble, server }, use, testInfo) => {
    watch(context, () => trouble);
    const before = server.log().length;
    await use(context);
    await attachScreenshots(testInfo, [context]);
    if (hasFailed(testInfo) || trouble.unexpected.length)
      await testInfo.attach("server log", { body: server.log().slice(before), contentType: "text/plain" });
  },
  page: async ({ page, javaScriptEnabled }, use) => {
    await use(javaScriptEnabled === false ? page : waitingForHydration(page));
  },
  newSessionPage: async ({ browser, trouble }, use, testInfo) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      watch(context, () => trouble);
      return waitingForHydration(await context.newPage());
    });
    await attachScreenshots(testInfo, contexts);
    for (const context of contexts) await context.close();
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
  sharedPage: async ({ browser, server, kept, trouble, viewport }, use, testInfo) => {
    kept.trouble = trouble;
    await use(async (role) => {
      const key = `${server.url} ${role}`;
      const known = kept.pages.get(key);
      if (known && viewport) await known.setViewportSize(viewport);
      if (known) return known;
      const context = await browser.newContext();
      watch(context, () => kept.trouble);
      if (role !== "visitor") await signIn(context, role);
      const page = waitingForHydration(await context.newPage());
      kept.pages.set(key, page);
      return page;
    });
    await attachScreenshots(
      testInfo,
      [...kept.pages.values()].map((page) => page.context()),
    );
  },
});

const hasFailed = ({ status, expectedStatus }: TestInfo): boolean => status !== expectedStatus;

/** Attaches a screenshot of each page if the test failed. Playwright's own option takes one in every test that passes. */
async function attachScreenshots(testInfo: TestInfo, contexts: BrowserContext[]): Promise<void> {
  if (!hasFailed(testInfo)) return;
  for (const page of contexts.flatMap((context) => context.pages()))
    await testInfo.attach(`screenshot of ${page.url()}`, { body: await page.screenshot(), contentType: "image/png" });
}

/** Makes `goto` wait until the page is usable: hydrated, with the session known. */
function waitingForHydration(page: Page): Page {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const answered = await goto(url, options);
    if (!options?.waitUntil)
      await expect(page.getByRole("progressbar", { name: "Checking your sign-in" })).toHaveCount(0);
    return answered;
  };
  return page;
}

export { expect } from "@playwright/test";
