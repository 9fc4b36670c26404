import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { MainDatabase } from "../database/database.ts";
import { createEventBus } from "../database/events.ts";
import { endPauses } from "../testing/failedSteps.sql.ts";
import { listVotes } from "../testing/listVotes.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { recorder } from "../testing/recorder.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { voteAsNewPerson } from "../testing/voteAsNewPerson.ts";
import { recount } from "../votes/ledger/verify.sql.ts";
import { createListedVotes } from "./listedVotes.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  // Only the tests refresh.
  t = await testApp({}, { surveyPollMs: HOUR_MS });
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const publish = () => t.makeSurvey(people.surveyor, { publishedBy: people.admin });
const vote = (id: string, choice: 0 | 1 = 1) => voteAsNewPerson(t, id, choice);
const mostVoted = async () =>
  (await t.request(surveys.listPublishedSurveys, { as: people.user, query: { by: "votes", limit: 100 } })).map(
    ({ _id, totalVotes }) => [_id, totalVotes],
  );
/** As a user, whose responses are never cached: here only the tests emit events. */
const history = (id: string) => t.request(surveys.getSurveyHistory, { as: people.user, params: { id } });

test("new votes appear in the total immediately, and in the order by votes and the history with the next refresh", async () => {
  const events = createEventBus(null);
  const listed = createListedVotes(t.database, { events, record: recorder() });
  const emitted: string[][] = [];
  events.subscribe((ids, what) => what === "totals" && emitted.push([...ids]));
  const [few, many] = [await publish(), await publish()];
  await vote(few);
  await vote(many);
  await vote(many, 0);
  expect(Object.fromEntries(await mostVoted())).toEqual({ [few]: 1, [many]: 2 });
  expect(await history(many)).toEqual([]);

  events.emit(new Set([few, many]), "totals");
  await listed.refreshChanged();
  expect(emitted.at(-1)?.sort()).toEqual([few, many].sort());
  expect(await mostVoted()).toEqual([
    [many, 2],
    [few, 1],
  ]);
  expect(await history(many)).toMatchObject([{ totalVotes: 2, yesVotes: 1 }]);
  // Without new votes a refresh changes nothing and emits nothing.
  const before = emitted.length;
  await listed.refreshChanged();
  expect(emitted).toHaveLength(before);
});

test.runIf(inject("engine") === "postgres")(
  "a survey that is being edited is listed with the next refresh",
  async () => {
    const events = createEventBus(null);
    const listed = createListedVotes(t.database, { events, record: recorder() });
    const id = await publish();
    await vote(id);
    events.emit(new Set([id]), "totals");
    await t.database.transaction(async ({ db, dialect }) => {
      await db.selectFrom("surveys").select("id").where("id", "=", id).$call(dialect.lock).execute();
      await listed.refreshChanged();
      expect(await history(id)).toEqual([]);
    });
    await listed.refreshChanged();
    expect(await history(id)).toMatchObject([{ totalVotes: 1 }]);
  },
);

test("a survey that can't be refreshed doesn't keep others from it, and is refreshed later", async () => {
  const ids = [await publish(), await publish(), await publish()];
  for (const id of ids) await vote(id);
  let begun = 0;
  const failing: MainDatabase = {
    ...t.database,
    // All together, and then the second alone.
    transaction: (work) =>
      [1, 3].includes(++begun) ? Promise.reject(new Error("failed")) : t.database.transaction(work),
  };
  const events = createEventBus(null);
  const listed = createListedVotes(failing, { events, record: recorder() });
  events.emit(new Set(ids), "totals");
  await expect(listed.refreshChanged()).rejects.toThrow("failed");
  const days = async () => (await Promise.all(ids.map(history))).map((found) => found.length);
  expect(await days()).toEqual([1, 0, 1]);
  await endPauses(t.database);
  await listed.refreshChanged();
  expect(await days()).toEqual([1, 1, 1]);
});

test("wrong counts that lists would show are found", async () => {
  const id = await publish();
  await vote(id);
  await listVotes(t.database, [id]);
  const move = (column: "listed_yes" | "listed_unsure", by: number) =>
    t.database.db
      .updateTable("surveys")
      .set({ [column]: sql<number>`${sql.ref(column)} + ${by}` })
      .where("id", "=", id)
      .execute();
  for (const column of ["listed_yes", "listed_unsure"] as const) {
    await move(column, 1);
    expect((await recount(t.database)).mismatches, column).toMatchObject([{ surveyId: id }]);
    await move(column, -1);
  }
});

test("wrong counts of a day are found, of every answer", async () => {
  const id = await publish();
  await vote(id);
  await listVotes(t.database, [id]);
  for (const column of ["participants", "yes_votes", "unsure_votes"] as const) {
    const move = (by: number) =>
      t.database.db
        .updateTable("survey_days")
        .set((eb) => ({ [column]: eb(column, "+", by) }))
        .where("survey_id", "=", id)
        .execute();
    await move(1);
    expect((await recount(t.database)).mismatches, column).toMatchObject([{ surveyId: id }]);
    await move(-1);
  }
});

test("votes that a killed process did not list are listed at the next start, each once", async () => {
  const ids = [await publish(), await publish()];
  await Promise.all(ids.flatMap((id) => [vote(id), vote(id, 0), vote(id)]));
  const instances = [1, 2, 3].map(() =>
    createListedVotes(t.database, { events: createEventBus(null), record: recorder() }),
  );
  await Promise.all(instances.map((listed) => listed.refreshAll()));
  // Surveys that another instance had locked are left to it, or to the next call.
  await instances[0]?.refreshAll();
  for (const id of ids) expect(await history(id)).toMatchObject([{ totalVotes: 3, yesVotes: 2 }]);
  expect((await recount(t.database)).mismatches).toEqual([]);
});
