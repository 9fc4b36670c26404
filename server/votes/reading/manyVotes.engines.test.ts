import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createUsersOfEveryRole, makePerson, type Person } from "../../testing/people.ts";
import { scenarios } from "../../testing/scenario.ts";
import { insertSurveyRows } from "../../testing/surveyRows.sql.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";
import { SORTED_MAX } from "./participationsPage.sql.ts";

/** One survey in four is voted on with a comment. */
const COMMENTED = 4;
const AT_ONCE = 50;

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
const scenario = scenarios(() => ({ t, surveyor: people.surveyor, admin: people.admin }));
/** Has voted on all of `surveyIds`, first on the newest ones. */
let busy: Person;
let surveyIds: string[];
const receipts = new Map<string, string>();

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
  busy = await makePerson(t.database, t.tokens, { isMember: true });
  surveyIds = await addSurveys(SORTED_MAX);
  for (const ids of chunksOf(surveyIds.toReversed(), AT_ONCE)) await Promise.all(ids.map((id) => vote(id, 1)));
});
afterAll(() => t.close());

const chunksOf = (ids: readonly string[], size: number) =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => ids.slice(index * size, (index + 1) * size));

/** Adds public surveys whose votes can be changed. @returns their ids, oldest first */
async function addSurveys(count: number): Promise<string[]> {
  const began = Date.now() - count * 1000;
  const rows = Array.from({ length: count }, (_, index) => ({
    id: uuidv7({ msecs: began + index * 1000 }),
    owner_id: people.surveyor.id,
    title: `Question ${index}?`,
    description: "",
    category: "Food Preparation" as const,
    image: "https://example.org/picture.webp",
    status: PUBLISHED,
    first_published_at: began,
    starts_at: began,
    ends_at: null,
    created_at: began + index * 1000,
    updated_at: began,
    search_text: "",
    changeable: 1,
    results: "live" as const,
  }));
  for (let first = 0; first < count; first += 250) await insertSurveyRows(t.database, rows.slice(first, first + 250));
  return rows.map(({ id }) => id);
}

/** Votes, or changes the vote. */
async function vote(id: string, choice: 0 | 1): Promise<void> {
  const isCommented = surveyIds.indexOf(id) % COMMENTED === 0;
  const replaces = receipts.get(id);
  const body = {
    SurveyID: id,
    vote: choice,
    ...(isCommented && { comments: "Why not?" }),
    ...(replaces && { replaces }),
  };
  const { receipt } = await t.request(votes.castVote, { as: busy, body });
  receipts.set(id, receipt ?? "");
}

type List = typeof votes.listMyParticipations | typeof votes.listMyComments;

async function read(endpoint: List, as: Person, query: { limit: number; cursor?: string }) {
  const response = await t.send(endpoint, { as, params: { email: busy.email }, query });
  expect(response.statusCode).toBe(200);
  const next = /<([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ""))?.[1];
  const rows = response.json<{ SurveyID: string; isChanged: boolean }[]>();
  const cursor = next && new URL(next, "http://localhost").searchParams.get("cursor");
  return { rows, ids: rows.map(({ SurveyID }) => SurveyID), total: response.headers["x-total-count"], cursor };
}

/** Follows a list to its end. @returns the surveys of all pages */
async function readAll(endpoint: List, as: Person): Promise<string[]> {
  const seen: string[] = [];
  for (let cursor: string | null | undefined = ""; ; ) {
    const page: Awaited<ReturnType<typeof read>> = await read(endpoint, as, { limit: 97, ...(cursor && { cursor }) });
    seen.push(...page.ids);
    cursor = page.cursor;
    if (!cursor) return seen;
  }
}

const byAge = (ids: readonly string[]) => ids.toSorted().reverse();
/** Surveys whose votes were cast at the same moment, the newest votes first. */
const moments = () => chunksOf(surveyIds.toReversed(), AT_ONCE).toReversed();

test("up to a thousand votes are counted exactly, and listed with the newest vote first", async () => {
  const { ids, total } = await read(votes.listMyParticipations, busy, { limit: 100 });
  expect(total).toBe("1000");
  const [last = [], second = []] = moments();
  expect(byAge(ids.slice(0, AT_ONCE))).toEqual(byAge(last));
  expect(byAge(ids.slice(AT_ONCE))).toEqual(byAge(second));
  expect(byAge(await readAll(votes.listMyParticipations, busy))).toEqual(byAge(surveyIds));
});

test("of more votes, those on the newest surveys come first, secret and changed ones too, once each, for the voter and an admin", async () => {
  const { cursor = "" } = await read(votes.listMyParticipations, busy, { limit: 100 });
  const { id } = await scenario({ privacy: "secret", results: "afterClose", answers: [1], as: [busy] });
  await vote(surveyIds[10] ?? "", 0);

  const first = await read(votes.listMyParticipations, busy, { limit: 100 });
  expect(first.total).toBe("1000+");
  expect(await readAll(votes.listMyParticipations, busy)).toEqual(byAge([...surveyIds, id]));
  expect(await readAll(votes.listMyParticipations, people.admin)).toEqual(byAge([...surveyIds, id]));
  // A cursor of the former order isn't valid in this one.
  expect((await read(votes.listMyParticipations, busy, { limit: 100, cursor: cursor ?? "" })).ids).toEqual(first.ids);
});

test("comments are listed with the newest first, however many votes there are", async () => {
  const commented = surveyIds.filter((_, index) => index % COMMENTED === 0);
  const [last = []] = moments();
  for (const as of [busy, people.admin]) {
    const all = await readAll(votes.listMyComments, as);
    expect(byAge(all)).toEqual(byAge(commented));
    const newest = last.filter((id) => commented.includes(id));
    expect(byAge(all.slice(0, newest.length))).toEqual(byAge(newest));
  }
  expect((await read(votes.listMyComments, busy, { limit: 1 })).total).toBe(String(commented.length));
});
