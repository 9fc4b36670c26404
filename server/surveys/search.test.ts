import * as surveys from "@survey-app/contract/surveys.ts";
import { PUBLISHED, type Survey, WAITING } from "@survey-app/contract/surveys.ts";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { soughtPart, spelled } from "../database/searchText.ts";
import { makeEverybody } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

/** More than SQLite looks through one by one: the index of texts has to find them. */
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
let admin: Awaited<ReturnType<typeof makeEverybody>>["admin"];
let stored: { id: string; title: string; status: number; votes: number; ends_at: number | null }[];

beforeAll(async () => {
  t = await testApp();
  const people = await makeEverybody(t.database, t.tokens);
  admin = people.admin;
  const now = Date.now();
  stored = Array.from({ length: SURVEYS }, (_, number) => ({
    id: uuidv7({ msecs: now - (SURVEYS - number) * 1000 }),
    title: `${texts[number % 16] ?? "Question"}, number ${number}`,
    status: number % 50 ? PUBLISHED : WAITING,
    votes: (number * 7) % 13,
    ends_at: number % 3 ? now + ((number * 11) % 17) * 3600_000 : null,
  }));
  for (let first = 0; first < SURVEYS; first += 200) {
    const rows = stored.slice(first, first + 200).map(({ votes, ...survey }, index) => ({
      ...survey,
      owner_id: people.surveyor.id,
      description: "",
      category: "Food Preparation",
      image: "https://example.org/picture.webp",
      starts_at: now - 3600_000,
      created_at: now - (SURVEYS - first - index) * 1000,
      updated_at: now,
      search_text: spelled(survey.title),
      total_votes: votes,
    }));
    await t.database.db.insertInto("surveys").values(rows).execute();
  }
});
afterAll(() => t.close());

const matching = (q: string) =>
  stored.filter(({ title, status }) => status === PUBLISHED && spelled(title).includes(soughtPart(q)));

test.each(queries)("searching %j finds what holds it, on both engines, and counts it", async (q) => {
  const expected = matching(q).toReversed();
  const answered = await t.send(surveys.listing, { query: { q, limit: 100 } });
  expect(answered.json<Survey[]>().map(({ Title }) => Title)).toEqual(expected.slice(0, 100).map(({ title }) => title));
  expect(answered.headers["x-total-count"]).toBe(expected.length > 50 ? "50+" : String(expected.length));
});

test.each([
  ["newest", "asc"],
  ["newest", "desc"],
  ["votes", "asc"],
  ["votes", "desc"],
  ["deadline", "asc"],
  ["deadline", "desc"],
] as const)("what is found is sorted by %s %s, page after page, the common and the rare", async (by, sort) => {
  const keyOf = { newest: () => 0, votes: (s: Stored) => s.votes, deadline: (s: Stored) => s.ends_at ?? Infinity }[by];
  const direction = sort === "asc" ? 1 : -1;
  const before = <T extends number | string>(a: T, b: T) => (a < b ? -direction : a > b ? direction : 0);
  for (const q of ["mixer", "number", "number 77"]) {
    const expected = matching(q).toSorted((a, b) => before(keyOf(a), keyOf(b)) || before(a.id, b.id));
    const first = await t.send(surveys.listing, { query: { q, by, sort, limit: 50 } });
    const ids = first.json<Survey[]>().map(({ _id }) => _id);
    const next = /^<([^>]+)>/.exec(String(first.headers.link ?? ""))?.[1];
    if (next) ids.push(...(await t.app.inject({ url: next })).json<Survey[]>().map(({ _id }) => _id));
    expect(ids).toEqual(expected.slice(0, 100).map(({ id }) => id));
  }
});
type Stored = (typeof stored)[number];

test("an admin's search has those that wait first, or only them", async () => {
  const waiting = stored.filter(({ status }) => status === WAITING).toReversed();
  const all = await t.call(surveys.all, { as: admin, query: { q: "number", limit: 100 } });
  expect(all.slice(0, waiting.length).map(({ _id }) => _id)).toEqual(waiting.map(({ id }) => id));
  const only = await t.call(surveys.all, { as: admin, query: { q: "number", status: WAITING, limit: 100 } });
  expect(only.map(({ _id }) => _id)).toEqual(waiting.map(({ id }) => id));
});

test("a survey is found by its new text, and no more by the old one", async () => {
  const people = await makeEverybody(t.database, t.tokens);
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title: "Is a zeppelin quiet?" });
  const found = async (q: string) => (await t.call(surveys.listing, { query: { q } })).map(({ _id }) => _id);
  expect(await found("zeppelin")).toEqual([id]);
  const body = {
    Title: "Is a dirigible quiet?",
    category: "Cleaning Tools",
    image: "https://example.org/p.webp",
  } as const;
  await t.call(surveys.update, { as: people.admin, params: { id }, body });
  expect(await found("zeppelin")).toEqual([]);
  expect(await found("dirigible")).toEqual([id]);
});
