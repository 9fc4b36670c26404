import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { PUBLISHED, type Survey, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeForSearch, encodeSearchTerm } from "../../database/searchText.ts";
import { createUsersOfEveryRole } from "../../testing/people.ts";
import { insertSurveyRows } from "../../testing/surveyRows.sql.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";
import { FOUND_MAX, findByAge, SCANNED_MAX } from "./searchSurveys.sql.ts";

/** Too many surveys for a scan, so the text index must find them. */
const SURVEYS = 2200;
const texts = [
  "Is a mixer worth it?",
  "TV at dinner",
  "100% of us_all",
  "100 of usXall",
  "Größe ÄÖÜ straße",
  "ışık or isik",
  "日本語の質問",
  '"quoted" l\'été',
  "NEAR(a b) OR c AND NOT d*",
  "a\\b {c} ^d",
  "👍🏽 or 👎",
  "ИЮНЬ или июль",
];
const queries = [
  ...["mixer", "ixe", "MIXER w", "mix", "mi", "m", "ix", "t", "tv", "TV AT", "at  dinner"],
  ...["%", "100%", "_", "us_all", "us%all", "größe", "GRÖSSE", "ß", "straße", "ü", "ı", "ış", "i", "IŞIK"],
  ...["日本", "本語", "語", "日語", '"', '"quoted"', "l'été", "'", "' or 1=1 --", "NEAR", "near(a b)", "OR c AND", "*"],
  ...["d*", "\\", "a\\b", "{c}", "^", "👍", "👍🏽", "👎", "🏽", "июн", "ИЮ", "number 7", "nowhere", "x".repeat(200)],
];
let t: TestApp;
let admin: Awaited<ReturnType<typeof createUsersOfEveryRole>>["admin"];
let stored: { id: string; title: string; status: number; votes: number; ends_at: number | null }[];

beforeAll(async () => {
  t = await testApp();
  const people = await createUsersOfEveryRole(t.database, t.tokens);
  admin = people.admin;
  const now = Date.now();
  stored = Array.from({ length: SURVEYS }, (_, number) => ({
    id: uuidv7({ msecs: now - (SURVEYS - number) * 1000 }),
    title: `${texts[number % 16] ?? "Question"}, number ${number}`,
    status: number % 50 ? PUBLISHED : WAITING,
    votes: (number * 7) % 13,
    ends_at: number % 3 ? now + ((number * 11) % 17) * HOUR_MS : null,
  }));
  await insert(stored, people.surveyor.id, (index) => now - (SURVEYS - index) * 1000);
});
afterAll(() => t.close());

async function insert(surveys: Stored[], ownerId: string, madeAt: (index: number) => number): Promise<void> {
  const now = Date.now();
  const rows = surveys.map(({ votes, ...survey }, index) => ({
    ...survey,
    owner_id: ownerId,
    description: "",
    category: "Food Preparation",
    image: "https://example.org/picture.webp",
    starts_at: now - HOUR_MS,
    created_at: madeAt(index),
    updated_at: now,
    search_text: encodeForSearch(survey.title),
    listed_votes: votes,
  }));
  for (let first = 0; first < rows.length; first += 200)
    await insertSurveyRows(t.database, rows.slice(first, first + 200));
}

const matching = (q: string) =>
  stored.filter(({ title, status }) => status === PUBLISHED && encodeForSearch(title).includes(encodeSearchTerm(q)));

test.each(queries)("searching %j finds the surveys that contain it, on both engines, and counts them", async (q) => {
  const expected = matching(q).toReversed();
  const response = await t.send(surveys.listPublishedSurveys, { query: { q, limit: 100 } });
  expect(response.json<Survey[]>().map(({ Title }) => Title)).toEqual(expected.slice(0, 100).map(({ title }) => title));
  expect(response.headers["x-total-count"]).toBe(expected.length > 50 ? "50+" : String(expected.length));
});

test.each([
  ["newest", "asc"],
  ["newest", "desc"],
  ["votes", "asc"],
  ["votes", "desc"],
  ["deadline", "asc"],
  ["deadline", "desc"],
] as const)("results are sorted by %s %s across pages, for common and rare terms", async (by, sort) => {
  const keyOf = { newest: () => 0, votes: (s: Stored) => s.votes, deadline: (s: Stored) => s.ends_at ?? Infinity }[by];
  const direction = sort === "asc" ? 1 : -1;
  const before = <T extends number | string>(a: T, b: T) => (a < b ? -direction : a > b ? direction : 0);
  // "Ending soonest" lists ended surveys last, the latest deadline first.
  const endedLast = by === "deadline" && sort === "asc";
  const isOver = ({ ends_at }: Stored) => endedLast && ends_at !== null && ends_at <= Date.now();
  for (const q of ["mixer", "number", "number 77"]) {
    const expected = matching(q).toSorted(
      (a, b) =>
        Number(isOver(a)) - Number(isOver(b)) ||
        (isOver(a) ? -1 : 1) * (before(keyOf(a), keyOf(b)) || before(a.id, b.id)),
    );
    const first = await t.send(surveys.listPublishedSurveys, { query: { q, by, sort, limit: 50 } });
    const ids = first.json<Survey[]>().map(({ _id }) => _id);
    const next = /^<([^>]+)>/.exec(String(first.headers.link ?? ""))?.[1];
    if (next) ids.push(...(await t.app.inject({ url: next })).json<Survey[]>().map(({ _id }) => _id));
    expect(ids).toEqual(expected.slice(0, 100).map(({ id }) => id));
  }
});
type Stored = (typeof stored)[number];

test("an admin's search shows waiting surveys first, or only them", async () => {
  const waiting = stored.filter(({ status }) => status === WAITING).toReversed();
  const all = await t.request(surveys.listAllSurveys, { as: admin, query: { q: "number", limit: 100 } });
  expect(all.slice(0, waiting.length).map(({ _id }) => _id)).toEqual(waiting.map(({ id }) => id));
  const only = await t.request(surveys.listAllSurveys, {
    as: admin,
    query: { q: "number", status: WAITING, limit: 100 },
  });
  expect(only.map(({ _id }) => _id)).toEqual(waiting.map(({ id }) => id));
});

test("a survey is found by its new text and no longer by the old one", async () => {
  const people = await createUsersOfEveryRole(t.database, t.tokens);
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title: "Is a zeppelin quiet?" });
  const found = async (q: string) =>
    (await t.request(surveys.listPublishedSurveys, { query: { q } })).map(({ _id }) => _id);
  expect(await found("zeppelin")).toEqual([id]);
  const body = {
    Title: "Is a dirigible quiet?",
    category: "Cleaning Tools",
    image: "https://example.org/p.webp",
  } as const;
  await t.request(surveys.updateSurvey, { as: people.admin, params: { id }, body });
  expect(await found("zeppelin")).toEqual([]);
  expect(await found("dirigible")).toEqual([id]);
});

test("matches far down the list are on a later page, and none is left out", async () => {
  const { surveyor } = await createUsersOfEveryRole(t.database, t.tokens);
  const began = Date.now() - 30 * DAY_MS;
  const old = Array.from({ length: SCANNED_MAX }, (_, number) => ({
    id: uuidv7({ msecs: began + number }),
    title: `Old number ${number}`,
    status: PUBLISHED,
    votes: 0,
    ends_at: null,
  }));
  await insert(old, surveyor.id, (index) => began + index);
  // The index is queried for a word that every survey contains.
  const expected = old.filter(({ title }) => title.includes("number 42") && title.startsWith("Old")).toReversed();
  const first = await t.send(surveys.listPublishedSurveys, { query: { q: "old number 42", limit: 100 } });
  const pages = [first];
  for (;;) {
    const next = /^<([^>]+)>/.exec(String(pages.at(-1)?.headers.link ?? ""))?.[1];
    if (!next) break;
    pages.push(await t.app.inject({ url: next }));
  }
  expect(first.headers["x-total-count"]).toMatch(/^\d+\+$/);
  expect(pages).toHaveLength(2);
  expect(pages.flatMap((page) => page.json<Survey[]>()).map(({ _id }) => _id)).toEqual(expected.map(({ id }) => id));
});

test("the index continues after a match that was deleted meanwhile, in both directions", async () => {
  const { surveyor } = await createUsersOfEveryRole(t.database, t.tokens);
  const began = Date.now() - 60_000;
  const found = Array.from({ length: 5 }, (_, index) => {
    return {
      id: uuidv7({ msecs: began + index }),
      title: `Theremin ${index}`,
      status: PUBLISHED,
      votes: 0,
      ends_at: null,
    };
  });
  await insert(found, surveyor.id, (index) => began + index);
  const [a, b, c, d, e] = found.map(({ id }) => id) as [string, string, string, string, string];
  await t.database.db.deleteFrom("surveys").where("id", "=", c).execute();
  const after = (direction: "asc" | "desc") =>
    findByAge(t.database, { term: encodeSearchTerm("theremin"), category: undefined }, direction, 10, c);
  expect(await after("desc")).toEqual([b, a]);
  expect(await after("asc")).toEqual([d, e]);
});

// Security: F11
test("thousands of hidden drafts with a word hide no published survey with it, in any order", async () => {
  const { surveyor } = await createUsersOfEveryRole(t.database, t.tokens);
  const began = Date.now();
  const make = (title: string, status: typeof PUBLISHED | typeof WAITING, age: number) => {
    return { id: uuidv7({ msecs: began + age }), title, status, votes: 0, ends_at: null };
  };
  const shown = Array.from({ length: 60 }, (_, index) => make(`Zither, published ${index}`, PUBLISHED, index));
  const hidden = Array.from({ length: FOUND_MAX }, (_, index) => make("Zither, hidden", WAITING, 100 + index));
  // A few more published surveys, so that the index finds the first page and the word is rare among the newest.
  const newer = Array.from({ length: 55 }, (_, index) => make(`Zither, newer ${index}`, PUBLISHED, 10_000 + index));
  const others = Array.from({ length: 600 }, (_, index) => make(`Cello ${index}`, PUBLISHED, 20_000 + index));
  const collect = async (by: "newest" | "votes" | "deadline", limit = 100) => {
    const titles: string[] = [];
    let page = await t.send(surveys.listPublishedSurveys, { query: { q: "zither", by, limit } });
    for (;;) {
      expect(page.statusCode, page.payload).toBe(200);
      titles.push(...page.json<Survey[]>().map(({ Title }) => Title));
      const next = /^<([^>]+)>/.exec(String(page.headers.link ?? ""))?.[1];
      if (!next) return titles;
      page = await t.app.inject({ url: next });
    }
  };
  const newestFirst = (all: Stored[]) => all.map(({ title }) => title).toReversed();
  await insert([...shown, ...hidden, ...others], surveyor.id, (index) => began + index);
  expect(await collect("newest")).toEqual(newestFirst(shown));
  for (const by of ["votes", "deadline"] as const)
    expect((await collect(by)).sort()).toEqual(newestFirst(shown).sort());
  await insert(
    [...newer, ...others.map((other, index) => ({ ...make("Cello", PUBLISHED, 30_000 + index), title: other.title }))],
    surveyor.id,
    (index) => began + 40_000 + index,
  );
  // Another page size, because the earlier response is still cached.
  expect(await collect("newest", 99)).toEqual([...newestFirst(newer), ...newestFirst(shown)]);
}, 120_000);
