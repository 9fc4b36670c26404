import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../database/newId.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { countCompositions } from "./composition.sql.ts";

/** Bursts are counted in ten minutes. */
const BUCKET_MS = 10 * 60_000;

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

test("the voters of a survey of any size are counted over all steps, each person once, and a burst across steps is one", async () => {
  const { db } = t.database;
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const at = Math.floor((Date.now() - DAY_MS) / BUCKET_MS) * BUCKET_MS;
  const users = Array.from({ length: 60 }, (_, index) => ({
    id: newId(),
    name: `Voter ${index}`,
    email: `${newId()}@example.org`,
    email_verified: index < 7 ? 0 : 1,
    // The first five have had accounts for a long time.
    created_at: index < 5 ? at - 100 * DAY_MS : Date.now() + DAY_MS,
    updated_at: at,
  }));
  await db.insertInto("users").values(users).execute();
  // Numbers as in a survey with fifty thousand votes, most of them missing, so that every third vote is in another
  // step.
  const numberOf = (index: number) => 1 + index + (index % 3) * 20_000;
  const vote = { survey_id: id, choice: 1 as const, comment: "", hash: "" };
  const first = users.map((user, index) => ({
    ...vote,
    n: numberOf(index),
    user_id: user.id,
    id: newId(),
    // One a day before, with which the others are compared.
    created_at: index === 10 ? at - DAY_MS : at + index,
    turn: 0,
    replaces: null as number | null,
    replaced_by: index === 0 ? 50_000 : null,
  }));
  const [changed] = first;
  if (!changed) throw new Error("No vote");
  const again = {
    ...changed,
    n: 50_000,
    id: newId(),
    created_at: at + BUCKET_MS,
    turn: 1,
    replaces: 1,
    replaced_by: null,
  };
  await db
    .insertInto("votes")
    .values([...first, again])
    .execute();
  await t.request(surveys.closeSurvey, { as: people.admin, params: { id } });
  await countCompositions(t.database);
  const { bursts, ...counts } = await db
    .selectFrom("survey_compositions")
    .selectAll()
    .where("survey_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(counts).toEqual({ survey_id: id, voters: 60, new_accounts: 55, unconfirmed: 7 });
  expect(JSON.parse(bursts)).toEqual([{ at, votes: 59 }]);
});
