import { type Browser, chromium } from "@playwright/test";
import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";
import { listLatestSurveys, PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { newId } from "../server/database/newId.ts";
import { insertSurvey } from "../server/surveys/surveys.sql.ts";
import { chromiumArgs, chromiumPath } from "../tools/test/chromium.ts";
import { type Weight, weighPage, withoutPictures } from "../tools/test/pageWeight.ts";
import type { Figure, Setting } from "./figures.ts";
import { type Audit, auditPages, CATEGORIES } from "./lighthouse.ts";
import { type Filled, fillDatabase, startProduction } from "./production.ts";
import { median } from "./rounds.ts";
import { startServer } from "./servers.ts";

const RUNS = 5;
/** The page for voting by open link. */
const OPEN_LINK = "open link";
/** A phone, as Lighthouse emulates it. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** Measures the pages' size, loading time, and Lighthouse scores on a phone. */
export async function measureWeb({ engine, isFull }: Setting): Promise<Figure[]> {
  const filled = await fillDatabase(engine);
  const server = await startProduction(filled);
  const bare = await startServer("bench/bareServer.ts", { args: ["page"] });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs() });
  try {
    const address = `http://localhost:${server.port}`;
    const [survey] = (await (await fetch(address + API_PREFIX + listLatestSurveys.path)).json()) as { _id: string }[];
    const pages = {
      "home page": `${address}/`,
      "list of surveys": `${address}/surveysPages`,
      "survey page": `${address}/surveydetails/${survey?._id}`,
      [OPEN_LINK]: `${address}/surveydetails/${await insertLinkSurvey(filled)}`,
    };
    const sharing = {
      "result page": `${address}/surveys/${survey?._id}/results`,
      presentation: `${address}/surveys/${survey?._id}/present`,
      flyer: `${address}/surveys/${survey?._id}/flyer`,
      "embedded survey": `${address}/embed/surveys/${survey?._id}`,
    };
    const weights = new Map<string, Weight>();
    for (const [name, url] of Object.entries({ ...pages, ...sharing }))
      weights.set(name, await weighCold(browser, url));
    const lcp = await compareLcp(browser, { ...pages, ...sharing, bare: `http://localhost:${bare.port}/` });
    await browser.close();
    const audits = await auditPages(pages, isFull ? RUNS : 1);
    return Object.keys({ ...pages, ...sharing }).flatMap((name) => {
      print(name, weights.get(name), lcp.get(name), audits.get(name));
      return figuresOf(name, weights.get(name), lcp, audits.get(name));
    });
  } finally {
    await browser.close();
    await bare.stop();
    await server.stop();
    await filled.remove();
  }
}

/** A survey by open link, as "Show of hands" asks it. @returns its id */
async function insertLinkSurvey({ database }: Filled): Promise<string> {
  const { id: owner_id } = await database.db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "surveyor")
    .executeTakeFirstOrThrow();
  const id = newId();
  const question = { title: "Shall we take a break now?", description: "", category: "Cleaning Tools" };
  const times = { starts_at: Date.now(), ends_at: Date.now() + DAY_MS };
  const settings = {
    image: "/categories/cleaning-tools.svg",
    status: PUBLISHED,
    electorate: "link",
    listed: 0,
  } as const;
  await insertSurvey(database, { id, owner_id, ...question, ...times, ...settings });
  return id;
}

async function weighCold(browser: Browser, url: string): Promise<Weight> {
  const context = await browser.newContext(PHONE);
  try {
    return await weighPage(await context.newPage(), url);
  } finally {
    await context.close();
  }
}

/** LCP in ms: medians of alternating cold visits, without throttling. */
async function compareLcp(browser: Browser, pages: Record<string, string>): Promise<Map<string, number>> {
  const times = new Map(Object.keys(pages).map((name) => [name, [] as number[]]));
  for (let run = 0; run <= RUNS; run++) {
    for (const [name, url] of Object.entries(pages)) {
      const time = await lcpOf(browser, url);
      if (run > 0) times.get(name)?.push(time);
    }
  }
  return new Map([...times].map(([name, each]) => [name, median(each)]));
}

async function lcpOf(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "networkidle" });
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
            type: "largest-contentful-paint",
            buffered: true,
          });
        }),
    );
  } finally {
    await context.close();
  }
}

/**
 * The most that a page may load, for pages with such a goal: requests, and kilobytes of scripts and of everything but
 * pictures.
 */
const LIMITS: Record<string, { requests?: number; scripts: number; all?: number }> = {
  "home page": { requests: 8, scripts: 108, all: 160 },
  "survey page": { scripts: 113 },
  [OPEN_LINK]: { scripts: 10, all: 60 },
};
/** The goal for LCP as Lighthouse simulates it on slow 4G, in ms. */
const LCP_MAX: Record<string, number> = { [OPEN_LINK]: 1000 };

function figuresOf(name: string, weight?: Weight, lcp?: Map<string, number>, audit?: Audit): Figure[] {
  const kilobytes = (bytes: number) => Math.round(bytes / 100) / 10;
  const bare = lcp?.get("bare") ?? 0;
  const limit = LIMITS[name];
  const figure = (what: string, unit: Figure["unit"], value: number, most?: number): Figure => ({
    what: `${name}${what}`,
    unit,
    value,
    ...(most !== undefined && { goal: { most } }),
  });
  return [
    ...(weight
      ? [
          figure(", cold: requests", "", weight.requests, limit?.requests),
          figure(": scripts", "kB", kilobytes(weight.bytes.script), limit?.scripts),
          figure(": all but pictures", "kB", kilobytes(withoutPictures(weight)), limit?.all),
        ]
      : []),
    figure(": LCP", "ms", Math.round(lcp?.get(name) ?? 0), Math.round(1.2 * bare + 300)),
    ...(audit && LCP_MAX[name] ? [figure(": LCP on slow 4G", "ms", audit.lcp, LCP_MAX[name])] : []),
    ...(audit
      ? CATEGORIES.map((category) => ({
          what: `${name}: Lighthouse, ${category}`,
          unit: "points" as const,
          value: audit.scores[category] ?? 0,
          goal: { least: category === "performance" ? 98 : 100 },
        }))
      : []),
  ];
}

function print(name: string, weight?: Weight, lcp = 0, audit?: Audit): void {
  const kilobytes = Object.entries(weight?.bytes ?? {}).map(([kind, bytes]) => `${kind} ${(bytes / 1000).toFixed(1)}`);
  const scores = CATEGORIES.map((category) => `${category} ${audit?.scores[category]}`).join(", ");
  const lighthouse = audit
    ? `; as Lighthouse simulates it ${audit.lcp} ms, TBT ${audit.tbt} ms, CLS ${audit.cls}
  Lighthouse: ${scores}${audit.lost.length ? `\n  points lost: ${audit.lost.join("; ")}` : ""}`
    : "";
  console.log(`
${name}, cold, on a phone
  ${weight?.requests} requests and ${weight?.pictures} pictures; kB gzipped: ${kilobytes.join(", ")}
  LCP ${Math.round(lcp)} ms unthrottled${lighthouse}`);
}
