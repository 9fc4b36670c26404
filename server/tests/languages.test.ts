import { listPublishedSurveys } from "@survey-app/contract/surveys.ts";
import { allLanguages, directionOf, type Language } from "@survey-app/texts/languages.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type AttackTarget, startAttackTarget } from "../testing/attackTarget.ts";

/** Pages of several kinds: rendered, cached by a parsed URL, missing, plain texts. */
const PATHS = [
  "/",
  "/surveysPages",
  "/surveysPages?q=a",
  "/login",
  "/surveydetails/none",
  "/no-such-page",
  "/privacy",
  "/feed.atom",
];
const REQUESTS = inject("isNightly") ? 10_000 : 1500;
const AT_ONCE = 25;

let target: AttackTarget;
let base: string;
beforeAll(async () => {
  target = await startAttackTarget(null, { pages: true, languages: [...allLanguages] });
  base = await target.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => target.close());

/** How a reader asks for a language. */
const ways: ((language: Language) => { headers: Record<string, string>; search: string })[] = [
  (language) => ({ headers: { "accept-language": `xx, ${language};q=0.9, zz;q=0.8` }, search: "" }),
  (language) => ({ headers: { cookie: `survey-app.lang=${language}`, "accept-language": "en" }, search: "" }),
  (language) => ({ headers: { cookie: "survey-app.lang=en", "accept-language": "en" }, search: `lang=${language}` }),
];

interface Page {
  status: number;
  headers: Headers;
  body: string;
}

type Fetch = (path: string, headers: Record<string, string>) => Promise<Page>;

const direct: Fetch = async (path, headers) => {
  const response = await fetch(base + path, { headers });
  return { status: response.status, headers: response.headers, body: await response.text() };
};

/** A cache as in front of a site (RFC 9111): stores by URL and the headers in `Vary`, and asks the server whether it is still fresh. */
function createCachingProxy(): Fetch {
  const stored = new Map<string, { vary: string[]; byHeaders: Map<string, Page> }>();
  return async (path, headers) => {
    const known = stored.get(path);
    const keyOf = (vary: string[]) => JSON.stringify(vary.map((name) => headers[name] ?? ""));
    const cached = known?.byHeaders.get(keyOf(known.vary));
    const page = await direct(path, {
      ...headers,
      ...(cached && { "if-none-match": cached.headers.get("etag") ?? "" }),
    });
    if (page.status === 304 && cached) return cached;
    if (page.headers.get("etag") && !page.headers.get("set-cookie")) {
      const vary = (page.headers.get("vary") ?? "").split(/,\s*/).map((name) => name.toLowerCase());
      const byHeaders = known && known.vary.join() === vary.join() ? known.byHeaders : new Map<string, Page>();
      stored.set(path, { vary, byHeaders: byHeaders.set(keyOf(vary), page) });
    }
    return page;
  };
}

async function askAtRandom(get: Fetch): Promise<string[]> {
  const wrong: string[] = [];
  const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;
  let left = REQUESTS;
  const ask = async () => {
    while (left-- > 0) {
      const [language, path, way] = [pick(allLanguages), pick(PATHS), pick(ways)];
      const { headers, search } = way(language);
      // Feeds are read by programs, which choose by headers alone.
      if (search && path.startsWith("/feed")) continue;
      const url = search ? `${path}${path.includes("?") ? "&" : "?"}${search}` : path;
      const page = await get(url, headers);
      const [, tag] = /<html lang="([^"]+)"|xml:lang="([^"]+)"/.exec(page.body)?.filter(Boolean) ?? [];
      if (tag !== language || page.headers.get("content-language") !== language)
        wrong.push(`${url} ${JSON.stringify(headers)}: ${tag} and ${page.headers.get("content-language")}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return wrong;
}

// On a busy machine 10,000 pages take minutes.
const PATIENCE_MS = 600_000;

test(
  "readers of all languages at the same time each get their own, with and without a cache in between",
  async () => {
    expect(await askAtRandom(direct)).toEqual([]);
    expect(await askAtRandom(createCachingProxy())).toEqual([]);
  },
  PATIENCE_MS,
);

test.each(allLanguages)("the pages in %s say so, and have their own scripts", async (language) => {
  const { body, headers } = await direct("/", { "accept-language": language });
  expect(body).toContain(`<html lang="${language}" dir="${directionOf(language)}"`);
  expect(headers.get("vary")).toMatch(/accept-language.*cookie/);
  const [, script = ""] = /<script type="module" src="([^"]+)"/.exec(body) ?? [];
  expect(script).toMatch(new RegExp(`^/assets/${language}-[\\w-]+/`));
  expect((await direct(script, {})).headers.get("cache-control")).toContain("immutable");
});

test("JSON without words is the same for all readers", async () => {
  const [english, german] = await Promise.all(
    ["en", "de"].map((language) => direct(`/api${listPublishedSurveys.path}?limit=5`, { "accept-language": language })),
  );
  expect(german?.headers.get("etag")).toBe(english?.headers.get("etag"));
  expect(german?.headers.get("vary")).not.toContain("accept-language");
});

test("a language in the address is shown and remembered, an unknown one changes nothing", async () => {
  // A page that no one has asked for yet: the request with the parameter renders it.
  const asked = await direct("/contact?lang=de", {});
  expect(asked.body).toContain('<html lang="de"');
  expect(asked.headers.get("set-cookie")).toMatch(/^survey-app\.lang=de; .*HttpOnly; SameSite=Lax/);
  // The response is cached for everyone, the cookie is this reader's.
  const cached = await direct("/contact", { "accept-language": "de" });
  expect(cached.headers.get("etag")).toBe(asked.headers.get("etag"));
  expect(cached.headers.get("set-cookie")).toBeNull();
  expect((await direct("/contact?lang=de", {})).headers.get("set-cookie")).toContain("lang=de");
  const unknown = await direct("/contact?lang=xx", {});
  expect(unknown.body).toContain('<html lang="en"');
  expect(unknown.headers.get("set-cookie")).toBeNull();
});
