import * as account from "@survey-app/contract/account/account.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../database/newId.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";
import { collectUserData } from "./export.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

test("an export is a snapshot of one moment, and doesn't delay votes", async () => {
  const me = await makePerson(t.database, t.tokens);
  const survey = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  const vote = () =>
    t.request(votes.castVote, { as: me, body: { SurveyID: survey, vote: 1, inapp: "A report of mine" } });
  const read = () =>
    t.database.snapshot(async (tx) => {
      const before = await tx.db.selectFrom("votes").select("id").where("user_id", "=", me.id).execute();
      // The vote succeeds while the snapshot is open: no vote waits for a lock of it.
      await vote();
      const after = await tx.db.selectFrom("votes").select("id").where("user_id", "=", me.id).execute();
      const reports = await tx.db.selectFrom("reports").select("id").where("user_id", "=", me.id).execute();
      return [before.length, after.length, reports.length];
    });
  expect(await read()).toEqual([0, 0, 0]);
  const exported = await collectUserData(t.database, me.id, (email) => [email]);
  expect([exported.votes.length, exported.reports.length]).toEqual([1, 1]);
});

test("a snapshot leaves nothing behind in the database", async () => {
  const id = newId();
  const writing = t.database.snapshot((tx) =>
    tx.db.updateTable("users").set({ name: id }).where("id", "=", people.user.id).execute(),
  );
  if (t.database.dialect.engine === "postgres") await expect(writing).rejects.toThrow("read-only");
  else await expect(writing).rejects.toThrow("readonly");
});

test("thousands of votes are exported completely, oldest first, with those that were changed", async () => {
  const me = await makePerson(t.database, t.tokens);
  const first = await t.makeSurvey(people.surveyor);
  const { db } = t.database;
  const like = await db.selectFrom("surveys").selectAll().where("id", "=", first).executeTakeFirstOrThrow();
  // Votes in another order than their surveys; every seventh one was changed later.
  const surveys = Array.from({ length: 1400 }, () => ({ ...like, id: newId() }));
  for (let from = 0; from < surveys.length; from += 300)
    await db
      .insertInto("surveys")
      .values(surveys.slice(from, from + 300))
      .execute();
  const turns = [surveys.toReversed(), surveys.filter((_, index) => index % 7 === 0)];
  const cast = turns.flatMap((voted, turn) =>
    voted.map(({ id }) => ({ survey_id: id, n: turn + 1, user_id: me.id, id: newId(), turn })),
  );
  const columns = { choice: 1 as const, comment: "", created_at: 1, hash: "ab" };
  for (let from = 0; from < cast.length; from += 1000)
    await db
      .insertInto("votes")
      .values(cast.slice(from, from + 1000).map((vote) => ({ ...vote, ...columns })))
      .execute();
  const { votes: exported } = await t.request(account.exportMyData, { as: me });
  expect(exported.map(({ surveyId }) => surveyId)).toEqual(cast.map(({ survey_id }) => survey_id));
});

test("thousands of rows are exported completely and in order", async () => {
  const me = await makePerson(t.database, t.tokens, { role: "surveyor" });
  const first = await t.makeSurvey(me, { Title: "Is this the first?" });
  const { db } = t.database;
  const like = await db.selectFrom("surveys").selectAll().where("id", "=", first).executeTakeFirstOrThrow();
  const rows = Array.from({ length: 2100 }, () => ({ ...like, id: newId() }));
  for (let from = 0; from < rows.length; from += 300)
    await db
      .insertInto("surveys")
      .values(rows.slice(from, from + 300))
      .execute();
  const { surveys } = await t.request(account.exportMyData, { as: me });
  expect(surveys.map(({ _id }) => _id)).toEqual([first, ...rows.map(({ id }) => id)]);
});
