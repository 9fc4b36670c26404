import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import type { QueryResult, RootOperationNode, UnknownRow } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createEventBus, type EventBus } from "../../database/events.ts";
import { createUsersOfEveryRole } from "../../testing/people.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";
import { createTotalsFeed, type Listener, type TotalsFeed } from "./totalsFeed.ts";

let t: TestApp;
let published: string;
let waiting: string;
let events: EventBus;
let totalsFeed: TotalsFeed;
/** The number of statements executed for live totals. */
let statements = 0;
/** Whether those statements fail, as they do while the database is unreachable. */
let isUnreachable = false;

beforeAll(async () => {
  t = await testApp();
  const { surveyor, admin } = await createUsersOfEveryRole(t.database, t.tokens);
  published = await t.makeSurvey(surveyor, { publishedBy: admin });
  waiting = await t.makeSurvey(surveyor);
  events = createEventBus(null);
  const counting = {
    transformQuery({ node }: { node: RootOperationNode }) {
      statements += 1;
      if (isUnreachable) throw new Error("The database is unreachable");
      return node;
    },
    transformResult: async ({ result }: { result: QueryResult<UnknownRow> }) => result,
  };
  totalsFeed = createTotalsFeed({ ...t.database, db: t.database.db.withPlugin(counting) }, events);
});
afterAll(() => t.close());

const listenerOf = (...surveyIds: string[]): Listener => ({
  stream: { write: vi.fn(), end: vi.fn() },
  isSingle: false,
  surveyIds,
});

test("invented ids and unpublished surveys don't get a channel", async () => {
  const invented = Array.from({ length: 98 }, (_, index) => `invented-${index}`);
  const listener = listenerOf(...invented, waiting, published);
  expect([...(await totalsFeed.subscribe(listener)).keys()]).toEqual([published]);
  expect(totalsFeed.channelCount()).toBe(1);
  totalsFeed.unsubscribe(listener);
  expect(totalsFeed.channelCount()).toBe(0);
});

test("a client that leaves during the first read doesn't leave a channel behind", async () => {
  const listeners = Array.from({ length: 50 }, () => listenerOf(published));
  const joins = listeners.map((listener) => totalsFeed.subscribe(listener));
  for (const listener of listeners) totalsFeed.unsubscribe(listener);
  await Promise.all(joins);
  expect(totalsFeed.channelCount()).toBe(0);
});

test("a name change doesn't read totals, and a change during the first read is not lost", async () => {
  const listener = listenerOf(published);
  statements = 0;
  const joining = totalsFeed.subscribe(listener);
  events.emit(new Set([published]), "totals");
  await joining;
  await expect.poll(() => statements).toBe(2);
  events.emit("all", "people");
  events.emit(new Set([published]), "totals");
  await expect.poll(() => statements).toBe(3);
  totalsFeed.unsubscribe(listener);
});

test("totals that could not be read while the database was unreachable are sent once it is back", async () => {
  const listener = listenerOf(published);
  await totalsFeed.subscribe(listener);
  await t.database.db
    .updateTable("ballot_boxes")
    .set({ participants: 1, yes_votes: 1 })
    .where("survey_id", "=", published)
    .execute();
  statements = 0;
  isUnreachable = true;
  events.emit(new Set([published]), "totals");
  await expect.poll(() => statements).toBeGreaterThan(0);
  isUnreachable = false;
  await expect.poll(() => vi.mocked(listener.stream?.write)?.mock.calls.join()).toMatch(/"participants":1\b/);
  totalsFeed.unsubscribe(listener);
});

test("an invalidation of everything reads thousands of channels in a few statements, and lets votes run between them", async () => {
  const ids = Array.from({ length: 1200 }, (_, index) => `survey-${String(index).padStart(4, "0")}`);
  await insertSurveys(ids);
  const listener = listenerOf(...ids);
  await totalsFeed.subscribe(listener);
  expect(totalsFeed.channelCount()).toBe(1200);
  statements = 0;
  events.emit("all", "content");
  await expect.poll(() => statements).toBe(3);
  totalsFeed.unsubscribe(listener);
  expect(totalsFeed.channelCount()).toBe(0);
});

/** Published copies of the waiting survey. */
async function insertSurveys(ids: readonly string[]): Promise<void> {
  const { db } = t.database;
  const like = await db.selectFrom("surveys").selectAll().where("id", "=", waiting).executeTakeFirstOrThrow();
  const rows = ids.map((id) => ({ ...like, id, status: PUBLISHED }));
  for (let from = 0; from < rows.length; from += 400)
    await db
      .insertInto("surveys")
      .values(rows.slice(from, from + 400))
      .execute();
}
