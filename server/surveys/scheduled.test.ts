import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LATER_YEAR } from "../testing/laterYear.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
/** A survey that is scheduled to start after these tests, in addition to a public one. */
let scheduled: string;

const inFuture = (ms: number) => new Date(Date.now() + ms).toISOString();

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
  await t.makeSurvey(people.surveyor, { publishedBy: people.admin, Title: "Is it public?" });
  scheduled = await schedule(DAY_MS);
});
afterAll(() => t.close());

const schedule = (ms: number) =>
  t.makeSurvey(people.surveyor, {
    publishedBy: people.admin,
    Title: "Is it scheduled?",
    createDate: inFuture(ms),
    scheduled: true,
  });

/** Moves the start into the past. */
const start = (id: string) => {
  const at = Date.now() - 1;
  return t.database.db.updateTable("surveys").set({ starts_at: at, appears_at: at }).where("id", "=", id).execute();
};

const lists = [
  { name: "latest", call: surveys.listLatestSurveys, query: {} },
  { name: "most voted", call: surveys.listTopSurveys, query: {} },
  { name: "all", call: surveys.listAllSurveys, query: {} },
  { name: "listing", call: surveys.listPublishedSurveys, query: {} },
  { name: "listing in its category", call: surveys.listPublishedSurveys, query: { category: "Food Preparation" } },
  ...["votes", "newest", "deadline"].map((by) => ({
    name: `by ${by}`,
    call: surveys.listPublishedSurveys,
    query: { by },
  })),
  { name: "search", call: surveys.listPublishedSurveys, query: { q: "scheduled" } },
  { name: "search of one letter", call: surveys.listPublishedSurveys, query: { q: "s" } },
] as const;

/** The public lists that contain the survey, as visitors and other users see them, with their totals. */
async function seenIn(id: string, as?: Person) {
  const found: string[] = [];
  const totals: Record<string, number> = {};
  for (const { name, call, query } of lists) {
    const response = await t.send(call, { ...(as && { as }), query });
    if (response.json<Survey[]>().some(({ _id }) => _id === id)) found.push(name);
    totals[name] = Number(response.headers["x-total-count"] ?? response.json().length);
  }
  return { found, totals };
}

/** The statuses of the endpoints about one survey. */
async function answersAbout(id: string, as?: Person): Promise<Record<string, number>> {
  const of = { params: { id }, ...(as && { as }) };
  const statuses: Record<string, number> = {};
  const read = {
    get: surveys.getSurvey,
    results: surveys.getSurveyResults,
    history: surveys.getSurveyHistory,
    votes: votes.listSurveyVotes,
    collected: votes.listCollectedVotes,
    ledger: votes.getLedger,
    live: votes.streamSurveyTotals,
  };
  for (const [name, call] of Object.entries(read)) statuses[name] = (await t.send(call, of)).statusCode;
  return statuses;
}

const everywhere = (status: number) => ({
  get: status,
  results: status,
  history: status,
  votes: status,
  collected: status,
  ledger: status,
  live: status,
});

test("before its start only owner and admins find a scheduled survey, and no total counts it", async () => {
  for (const as of [undefined, people.user, people.otherSurveyor]) {
    const { found, totals } = await seenIn(scheduled, as);
    expect(found).toEqual([]);
    expect(totals.listing).toBe(1);
    expect(totals["listing in its category"]).toBe(1);
    expect(totals.search).toBe(0);
    expect(totals.all).toBe(1);
    expect(await answersAbout(scheduled, as)).toEqual(everywhere(404));
  }
  for (const as of [people.surveyor, people.admin]) {
    expect(await answersAbout(scheduled, as)).toEqual({ ...everywhere(200), live: 404 });
    expect(await t.request(surveys.getSurvey, { as, params: { id: scheduled } })).toMatchObject({
      status: 2,
      scheduled: true,
    });
  }
  const all = await t.request(surveys.listAllSurveys, { as: people.admin, query: {} });
  expect(all.map(({ _id }) => _id)).toContain(scheduled);
});

test("before its start no user can vote on it or report it, not even its owner", async () => {
  for (const as of [people.user, people.surveyor]) {
    const voted = await t.refused(votes.castVote, { as, body: { SurveyID: scheduled, vote: 1 } });
    expect(voted).toMatchObject({ status: 404, code: "notFound" });
    const reported = await t.refused(votes.reportSurvey, { as, params: { id: scheduled }, body: { inapp: "Spam" } });
    expect(reported).toMatchObject({ status: 404, code: "notFound" });
  }
});

test("at its start it is in every list, counts, and accepts votes", async () => {
  const id = await schedule(DAY_MS);
  await start(id);
  const { found, totals } = await seenIn(id);
  expect(found).toEqual(lists.map(({ name }) => name));
  expect(totals).toMatchObject({ listing: 2, all: 2, search: 1, "listing in its category": 2 });
  expect(await answersAbout(id)).toEqual(everywhere(200));
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
});

test("cached lists expire at a survey's start, although nothing is written then", async () => {
  const id = await schedule(1500);
  expect((await seenIn(id)).found).toEqual([]);
  await expect.poll(() => seenIn(id).then(({ found }) => found.length)).toBe(lists.length);
  expect(await answersAbout(id)).toEqual(everywhere(200));
});

test("without the field a future start date is only shown, as the specification's client sends it", async () => {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, createDate: inFuture(DAY_MS) });
  expect(await t.request(surveys.getSurvey, { params: { id } })).toMatchObject({ scheduled: false });
  await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 0 } });
});

test("an edit without the field keeps a survey scheduled, with its new start; one that clears the field does not", async () => {
  const id = await t.makeSurvey(people.surveyor, { createDate: inFuture(DAY_MS), scheduled: true });
  const { Title, category, image } = await t.request(surveys.getSurvey, { as: people.surveyor, params: { id } });
  const edit = (change: object) =>
    t.request(surveys.updateSurvey, {
      as: people.surveyor,
      params: { id },
      body: { Title, category, image, ...change },
    });
  const stored = () =>
    t.database.db
      .selectFrom("surveys")
      .select(["starts_at", "appears_at"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const later = inFuture(2 * DAY_MS);
  await edit({ createDate: later });
  expect(await stored()).toEqual({ starts_at: Date.parse(later), appears_at: Date.parse(later) });
  await edit({ createDate: later, scheduled: false });
  expect(await stored()).toEqual({ starts_at: Date.parse(later), appears_at: 0 });
});

test("times are read in the surveyor's zone: a day, a day with a time, or an instant", async () => {
  const times = async (createDate: string, deadline: string) => {
    const id = await t.makeSurvey(people.surveyor, { createDate, deadline, timeZone: "Europe/Zurich" });
    const survey = await t.request(surveys.getSurvey, { as: people.surveyor, params: { id } });
    return [survey.createDate, survey.deadline];
  };
  const day = `${LATER_YEAR}-07-01`;
  const dayBefore = `${LATER_YEAR}-06-30`;
  expect(await times(day, "2126-07-31")).toEqual([`${dayBefore}T22:00:00.000Z`, "2126-07-31T21:59:59.999Z"]);
  expect(await times(`${day}T08:30`, "2126-07-31T18:00")).toEqual([`${day}T06:30:00.000Z`, "2126-07-31T16:00:00.000Z"]);
  expect(await times(`${day}T08:30Z`, "2126-07-31T18:00Z")).toEqual([
    `${day}T08:30:00.000Z`,
    "2126-07-31T18:00:00.000Z",
  ]);
});

test("a deadline in the past is rejected as such, with a start date and without", async () => {
  const body = {
    Title: "Is it over?",
    category: "Food Preparation",
    image: "https://example.org/a.png",
    deadline: "2020-01-01",
  };
  for (const createDate of [undefined, "2019-01-01", "2021-01-01"]) {
    const refused = await t.refused(surveys.createSurvey, { as: people.surveyor, body: { ...body, createDate } });
    expect(refused.errors).toEqual([
      { field: "deadline", code: "deadlines.passed", message: "The deadline has passed. Choose a later one." },
    ]);
  }
  const before = { ...body, createDate: `${LATER_YEAR}-01-02`, deadline: `${LATER_YEAR}-01-01` };
  const refused = await t.refused(surveys.createSurvey, { as: people.surveyor, body: before });
  expect(refused.errors).toEqual([
    { field: "deadline", code: "deadlines.beforeStart", message: "The deadline must not be before the start date" },
  ]);
});
