import { setMyLanguage } from "@survey-app/contract/account/account.ts";
import { signIn, signOut } from "@survey-app/contract/session/session.ts";
import { listPublishedSurveys } from "@survey-app/contract/surveys/surveys.ts";
import { languageAround } from "@survey-app/contract/surveys/translations.ts";
import { allLanguages, directionOf, type Language } from "@survey-app/texts/languages.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { PASSWORD, signUp } from "../testing/accounts.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

/** A question with translations into some of the languages. */
const question = {
  Title: "Kaufen wir ein Boot?",
  language: "de" as const,
  translations: [
    { language: "ar" as const, Title: "هل نشتري قاربًا؟", Description: "" },
    { language: "pl" as const, Title: "Czy kupujemy łódź?", Description: "" },
  ],
};

const REQUESTS = inject("isNightly") ? 10_000 : 1500;
const AT_ONCE = 25;
/** One of so many steps of a reader is to sign in or out. */
const STEPS_PER_SIGN_IN = 20;

let t: TestApp;
let base: string;
/** Pages of several kinds: rendered, cached by a parsed URL, missing, of a translated question, plain texts. */
let paths: string[];
/** Accounts that chose a language, by their address. */
const accounts = new Map<string, Language>();
beforeAll(async () => {
  t = await testApp({ pages: true, languages: [...allLanguages] });
  base = await t.app.listen({ port: 0, host: "127.0.0.1" });
  const { surveyor, admin } = await createUsersOfEveryRole(t.database, t.tokens);
  const id = await t.makeSurvey(surveyor, { ...question, publishedBy: admin });
  for (const language of allLanguages) {
    const account = await signUp(t);
    await t.request(setMyLanguage, { as: account, body: { language } });
    accounts.set(account.email, language);
  }
  paths = [
    "/",
    "/surveysPages",
    "/surveysPages?q=a",
    "/login",
    `/surveydetails/${id}`,
    `/surveydetails/${id}?original=1`,
    `/surveys/${id}/results`,
    `/embed/surveys/${id}`,
    "/surveydetails/none",
    "/no-such-page",
    "/privacy",
    "/feed.atom",
  ];
});
afterAll(() => t.close());

/** A reader with the cookies of a browser. */
interface Reader {
  cookies: Map<string, string>;
  isSignedIn: boolean;
}

const LANGUAGE_COOKIE = "survey-app.lang";

/** How a reader asks for a language; what the browser remembers goes before what it accepts. */
const ways: ((language: Language) => { headers: Record<string, string>; search: string; cookie?: string })[] = [
  (language) => ({ headers: { "accept-language": `xx, ${language};q=0.9, zz;q=0.8` }, search: "" }),
  (language) => ({ headers: { "accept-language": "en" }, search: "", cookie: language }),
  (language) => ({ headers: { "accept-language": "en" }, search: `lang=${language}`, cookie: "en" }),
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

/**
 * A cache as in front of a site (RFC 9111): stores by URL and the headers in `Vary`, and asks the server whether it is
 * still fresh.
 */
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

const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;

/** Signs a reader in to an account, whose language the browser then remembers, or out. */
async function changeSession(reader: Reader): Promise<string[]> {
  const [email, language] = pick([...accounts]);
  const endpoint = reader.isSignedIn ? signOut : signIn;
  const response = await fetch(`${base}/api${endpoint.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: t.config.publicUrl, cookie: cookieHeader(reader.cookies) },
    body: JSON.stringify(reader.isSignedIn ? {} : { email, password: PASSWORD }),
  });
  await response.arrayBuffer();
  if (!response.ok) return [`${endpoint.path} answered ${response.status}`];
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === "" || /max-age=0\b/i.test(cookie)) reader.cookies.delete(name);
    else reader.cookies.set(name, value);
  }
  reader.isSignedIn = !reader.isSignedIn;
  const remembered = reader.cookies.get(LANGUAGE_COOKIE);
  return reader.isSignedIn && remembered !== language ? [`signed in for ${language}: ${remembered}`] : [];
}

const cookieHeader = (cookies: Map<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

/**
 * The language of a page for a reader of a language, and the title on a survey's page.
 * @param isAsked by the address
 */
function expected(path: string, language: Language, isAsked: boolean): { tag: Language; title?: string } {
  if (path.startsWith("/embed") && !isAsked) return { tag: languageAround(question, language, allLanguages) };
  if (!/^\/(surveydetails|surveys)\/(?!none)/.test(path)) return { tag: language };
  const translated = path.includes("original")
    ? undefined
    : question.translations.find((each) => each.language === language);
  return { tag: language, title: translated?.Title ?? question.Title };
}

async function askAtRandom(get: Fetch): Promise<string[]> {
  const wrong: string[] = [];
  let left = REQUESTS;
  const ask = async () => {
    const reader: Reader = { cookies: new Map(), isSignedIn: false };
    while (left-- > 0) {
      if (Math.random() * STEPS_PER_SIGN_IN < 1) wrong.push(...(await changeSession(reader)));
      const [language, path, way] = [pick(allLanguages), pick(paths), pick(ways)];
      const { headers, search, cookie } = way(language);
      // Programs read feeds, and choose the language only by headers.
      if (search && path.startsWith("/feed")) continue;
      const cookies = new Map(reader.cookies);
      if (cookie) cookies.set(LANGUAGE_COOKIE, cookie);
      const remembered = cookies.get(LANGUAGE_COOKIE) as Language | undefined;
      const url = search ? `${path}${path.includes("?") ? "&" : "?"}${search}` : path;
      const page = await get(url, { ...headers, ...(cookies.size > 0 && { cookie: cookieHeader(cookies) }) });
      const [, tag] = /<html lang="([^"]+)"|<feed[^>]* xml:lang="([^"]+)"/.exec(page.body)?.filter(Boolean) ?? [];
      const { tag: right, title } = expected(path, search ? language : (remembered ?? language), search !== "");
      const hasTitle = title === undefined || page.body.includes(`>${title}</h1>`);
      if (tag !== right || page.headers.get("content-language") !== right || !hasTitle)
        wrong.push(`${url} for ${language}, ${remembered}: ${tag} and ${page.headers.get("content-language")}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return wrong;
}

// On a busy machine 10,000 pages take minutes.
const PATIENCE_MS = 600_000;

test(
  "readers of all languages at the same time, who sign in and out, each get their own, with and without a cache in between",
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
  // The response is cached for everyone, the cookie is this reader's. Without the parameter it is another page for
  // search engines.
  const cached = await direct("/contact?lang=de", {});
  expect(cached.headers.get("etag")).toBe(asked.headers.get("etag"));
  expect(cached.headers.get("set-cookie")).toContain("lang=de");
  const plain = await direct("/contact", { "accept-language": "de" });
  expect(plain.body).toContain('<html lang="de"');
  expect(plain.headers.get("etag")).not.toBe(asked.headers.get("etag"));
  expect(plain.headers.get("set-cookie")).toBeNull();
  const unknown = await direct("/contact?lang=xx", {});
  expect(unknown.body).toContain('<html lang="en"');
  expect(unknown.headers.get("set-cookie")).toBeNull();
});

test("a browser that remembers languages for lists is sent to their address, whatever others have in the cache", async () => {
  const open = async (path: string, cookie?: string) => {
    const response = await fetch(base + path, { redirect: "manual", headers: { ...(cookie && { cookie }) } });
    await response.arrayBuffer();
    return response;
  };
  const cookie = "survey-app.listed=de.xx.pt-BR";
  for (const path of ["/surveysPages", "/surveysPages?q=boot", "/surveyspages/"]) {
    // In the cache, where its URL alone finds it.
    for (const _ of [1, 2]) expect((await open(path)).status).toBe(200);
    const sent = await open(path, cookie);
    expect(sent.status).toBe(302);
    expect(sent.headers.get("location")).toContain("languages=de%2Cpt-BR");
    expect(sent.headers.get("cache-control")).toBe("no-store");
    expect((await open(path)).status).toBe(200);
    expect((await open(sent.headers.get("location") ?? "", cookie)).status).toBe(200);
  }
  for (const [path, other] of [
    ["/surveysPages?languages=all", cookie],
    ["/surveysPages", "survey-app.listed=xx"],
    ["/", cookie],
  ] as const)
    expect((await open(path, other)).status).toBe(200);
  const boat = question.Title;
  expect((await direct("/surveysPages?languages=pl", { "accept-language": "en" })).body).toContain(boat);
  expect((await direct("/surveysPages?languages=fr", { "accept-language": "en" })).body).not.toContain(boat);
});
