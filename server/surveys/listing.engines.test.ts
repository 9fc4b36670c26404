import { CATEGORIES } from "@survey-app/contract/surveys/surveyFields.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { scheduledOnly } from "../ballots/visible.sql.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { setTotals } from "../testing/totals.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
/** Published surveys as `number` → id; the numbers are in their titles. */
const ids: string[] = [];
const categories = CATEGORIES;

/** 20 surveys with many ties in votes and deadlines, and some that never end. */
beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
  for (let number = 0; number < 20; number++) {
    const deadline = number % 4 === 0 ? undefined : `21${number % 3}0-06-0${1 + (number % 2)}`;
    const id = await t.makeSurvey(people.surveyor, {
      publishedBy: people.admin,
      Title: `Number ${number}?`,
      category: categories[number % 5] ?? "Cleaning Tools",
      Description: descriptions[number] ?? "",
      ...(deadline && { deadline }),
    });
    ids.push(id);
    await setTotals(t.database, id, { total: [0, 5, 5, 12][number % 4] ?? 0 });
  }
  await t.makeSurvey(people.surveyor, { Title: "Waiting?" });
  await t.makeSurvey(people.surveyor, { Title: "Waiting too?" });
});
afterAll(() => t.close());

const descriptions = [
  "100% of us_all",
  "100 of usXall",
  "ÄÖÜ äöü",
  "STRASSE Übergröße",
  "a\\b",
  "ＦＵＬＬ width",
  'l\'été "quoted"',
  "ИЮНЬ",
];

/** Follows `Link` to the end. */
async function everyPage(
  query: Record<string, unknown>,
  {
    as,
    call = surveys.listPublishedSurveys,
  }: { as?: typeof people.admin; call?: typeof surveys.listPublishedSurveys | typeof surveys.listAllSurveys } = {},
) {
  const rows: Survey[] = [];
  const totals = new Set<unknown>();
  let next: string | undefined;
  do {
    const response = next
      ? await t.app.inject({ url: next, headers: as ? { authorization: `Bearer ${as.token}` } : {} })
      : await t.send(call, { as, query });
    expect(response.statusCode, response.payload).toBe(200);
    expect(response.json().length).toBeLessThanOrEqual(Number(query.limit));
    rows.push(...response.json<Survey[]>());
    totals.add(response.headers["x-total-count"]);
    next = /^<([^>]+)>; rel="next"$/.exec(String(response.headers.link ?? ""))?.[1];
  } while (next && rows.length < 100);
  return { rows, totals: [...totals] };
}

const found = async (query: Record<string, unknown>) =>
  (await everyPage({ limit: 100, ...query })).rows
    .map(({ Title }) => Number(/\d+/.exec(Title)?.[0]))
    .sort((a, b) => a - b);

const orders: [by: string | undefined, sort: string | undefined, key: (survey: Survey) => number, direction: 1 | -1][] =
  [
    [undefined, undefined, () => 0, -1],
    [undefined, "asc", (s) => s.totalVotes, 1],
    [undefined, "desc", (s) => s.totalVotes, -1],
    ["votes", undefined, (s) => s.totalVotes, -1],
    ["votes", "asc", (s) => s.totalVotes, 1],
    ["newest", undefined, () => 0, -1],
    ["newest", "asc", () => 0, 1],
    ["deadline", undefined, (s) => (s.deadline ? Date.parse(s.deadline) : Infinity), 1],
    ["deadline", "desc", (s) => (s.deadline ? Date.parse(s.deadline) : Infinity), -1],
  ];

test.each(orders)(
  "by %s, sort %s: sorted, and paged through without gaps or doubles at every page size",
  async (by, sort, key, direction) => {
    const query = { ...(by && { by }), ...(sort && { sort }) };
    const compare = (a: number | string, b: number | string) => (a < b ? -direction : a > b ? direction : 0);
    for (const limit of [1, 3, 7, 20, 100]) {
      const { rows, totals } = await everyPage({ ...query, limit });
      expect(totals).toEqual(["20"]);
      expect(new Set(rows.map(({ _id }) => _id))).toEqual(new Set(ids));
      expect(rows).toHaveLength(20);
      const sorted = rows.toSorted((a, b) => compare(key(a), key(b)) || compare(a._id, b._id));
      expect(rows.map(({ _id }) => _id)).toEqual(sorted.map(({ _id }) => _id));
    }
  },
);

test("the admin's list shows waiting surveys first, each group newest first, also in pages", async () => {
  for (const limit of [1, 2, 3, 50]) {
    const { rows, totals } = await everyPage({ limit }, { as: people.admin, call: surveys.listAllSurveys });
    expect(totals).toEqual(["22"]);
    expect(rows.map(({ Title }) => Title).slice(0, 3)).toEqual(["Waiting too?", "Waiting?", "Number 19?"]);
    expect(new Set(rows.map(({ _id }) => _id)).size).toBe(22);
  }
  const waiting = await everyPage({ limit: 100, status: 1 }, { as: people.admin, call: surveys.listAllSurveys });
  expect(waiting.rows.map(({ Title }) => Title)).toEqual(["Waiting too?", "Waiting?"]);
});

test("a survey added during pagination appears in no page twice and displaces none", async () => {
  const first = await t.send(surveys.listPublishedSurveys, { query: { limit: 5 } });
  const added = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title: "Number 99?" });
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? "";
  const second = await t.app.inject({ url: next });
  expect([...first.json<Survey[]>(), ...second.json<Survey[]>()].map(({ _id }) => _id)).toEqual(
    ids.toReversed().slice(0, 10),
  );
  await t.request(surveys.setSurveyStatus, {
    as: people.admin,
    params: { id: added },
    body: { status: 1, feedback: "Not for this list" },
  });
});

test("the next page keeps the filters of the first", async () => {
  const { headers } = await t.send(surveys.listPublishedSurveys, {
    query: { category: "Cleaning Tools", sort: "asc", q: "number", limit: 1 },
  });
  expect(headers.link).toMatch(
    /^<\/api\/allSuryesPage\?category=Cleaning\+Tools&sort=asc&q=number&limit=1&cursor=[\w-]+>; rel="next"$/,
  );
});

test("a category filters; none and an empty one mean all; an unknown one gets 422", async () => {
  for (const [index, category] of categories.entries()) {
    expect(await found({ category })).toEqual([0, 5, 10, 15].map((n) => n + index));
  }
  expect(await found({ category: "none" })).toHaveLength(20);
  expect(await found({ category: "", sort: "" })).toHaveLength(20);
  for (const category of ["Satisfaction", "cooking appliances", "None"]) {
    const refused = await t.refused(surveys.listPublishedSurveys, { query: { category } });
    expect(refused).toMatchObject({ status: 422, errors: [{ field: "query.category" }] });
  }
});

test("an unknown sort or order gets 422", async () => {
  for (const query of [{ sort: "up" }, { sort: "ASC" }, { by: "title" }, { by: "" }]) {
    expect(await t.refused(surveys.listPublishedSurveys, { query })).toMatchObject({
      status: 422,
      errors: [{ field: `query.${Object.keys(query)[0]}` }],
    });
  }
});

test.each([
  ["%", [0]],
  ["100%", [0]],
  ["us_all", [0]],
  ["US_ALL", [0]],
  ["_", [0]],
  ["\\", [4]],
  ["a\\b", [4]],
  ["äöü", [2]],
  ["ÄÖÜ", [2]],
  ["A\u0308o\u0308", [2]],
  ["aou", [2]],
  ["übergrösse", [3]],
  ["ÜBERGRÖßE", [3]],
  ["strasse", [3]],
  ["full WIDTH", [5]],
  ["июнь", [7]],
  ['l\'été "QUOTED"', [6]],
  ["  number 19?  ", [19]],
  ["NUMBER 1", [1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]],
  ["' or 1=1 --", []],
  ["nothing of the kind", []],
])("searching %j finds the same on both engines: %j", async (q, numbers) => {
  expect(await found({ q })).toEqual(numbers);
});

test("an empty search matches everything", async () => {
  for (const q of ["", "   "]) expect(await found({ q })).toHaveLength(20);
});

test("home shows the six newest and the six with most votes", async () => {
  const latest = await t.request(surveys.listLatestSurveys, {});
  expect(latest.map(({ _id }) => _id)).toEqual(ids.toReversed().slice(0, 6));
  const most = await t.request(surveys.listTopSurveys, {});
  expect(most.map(({ _id }) => _id)).toEqual([ids[19], ids[15], ids[11], ids[7], ids[3], ids[18]]);
});

test("by deadline, running surveys come first, the soonest deadline first, then ended ones, at every page size", async () => {
  const ids: string[] = [];
  for (const Title of ["Ended long ago?", "Ended lately?", "Ends soon?", "Ends later?", "Never ends?", "Closed early?"])
    ids.push(await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title: `Zebra: ${Title}` }));
  const [longAgo, lately, soon, later, , closed] = ids as [string, string, string, string, string, string];
  const now = Date.now();
  const endAt = (id: string, ends_at: number) =>
    t.database.db.updateTable("surveys").set({ starts_at: 1, ends_at }).where("id", "=", id).execute();
  await endAt(longAgo, now - 900_000);
  await endAt(lately, now - 1000);
  await endAt(soon, now + 600_000);
  await endAt(later, now + 900_000);
  await endAt(closed, now + 900_000);
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id: closed } });
  const expected = ["Ends soon?", "Ends later?", "Never ends?", "Closed early?", "Ended lately?", "Ended long ago?"];
  const shown = (rows: Survey[]) =>
    rows.map(({ Title }) => Title.split(": ")).flatMap(([zebra, title]) => (zebra === "Zebra" ? [title] : []));
  for (const q of ["", "zebra"])
    for (const limit of [1, 2, 3, 5, 100])
      expect(shown((await everyPage({ by: "deadline", q, limit })).rows), `${q} ${limit}`).toEqual(expected);

  for (const by of ["votes", "newest", "deadline"])
    expect(shown((await everyPage({ by, state: "ended", limit: 100 })).rows).toSorted(), by).toEqual(
      expected.slice(3).toSorted(),
    );

  // A survey that ends between two pages keeps its position on the first page, so it appears once.
  const first = await t.send(surveys.listPublishedSurveys, { query: { by: "deadline", q: "zebra", limit: 1 } });
  await endAt(later, Date.now() - 1);
  await endAt(later, now + 900_000);
  const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? "";
  const second = await t.app.inject({ url: next.replace("limit=1&", "limit=100&") });
  expect(shown([...first.json<Survey[]>(), ...second.json<Survey[]>()])).toEqual(expected);
  for (const id of ids)
    await t.request(surveys.setSurveyStatus, {
      as: people.admin,
      params: { id },
      body: { status: 1, feedback: "Done" },
    });
});

test.runIf(inject("engine") === "sqlite")("counting scheduled surveys reads no others", async () => {
  const { rows } = await sql<{ detail: string }>`
    explain query plan select 1 from survey_listings where ${scheduledOnly(Date.now())}`.execute(t.database.db);
  expect(rows.map(({ detail }) => detail)).toEqual([expect.stringContaining("listings_scheduled")]);
});
