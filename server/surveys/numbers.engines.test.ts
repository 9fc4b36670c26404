import { getMyNumbers, OPEN_COUNTED } from "@survey-app/contract/votes/ownNumbers.ts";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listVotes } from "../testing/listVotes.ts";
import { createUsersOfEveryRole, makePerson } from "../testing/people.ts";
import { type TestApp, testApp } from "../testing/testApp.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

test("the dashboard counts a surveyor's surveys by state, and the votes on the running ones, today's separately", async () => {
  const { surveyor, admin, user, pro } = people;
  const publishedBy = { publishedBy: admin };
  const running = await t.makeSurvey(surveyor, publishedBy);
  const ended = await t.makeSurvey(surveyor, publishedBy);
  await t.makeSurvey(surveyor, {
    ...publishedBy,
    createDate: new Date(Date.now() + 86_400_000).toISOString(),
    scheduled: true,
  });
  await t.makeSurvey(surveyor);
  await t.makeSurvey(people.otherSurveyor, publishedBy);
  for (const [SurveyID, as] of [
    [running, user],
    [running, pro],
    [ended, user],
  ] as const) {
    await t.request(castVote, { as, body: { SurveyID, vote: 1 } });
  }
  const { db } = t.database;
  await listVotes(t.database, [running, ended]);
  await db
    .updateTable("surveys")
    .set({ ends_at: Date.now() - 1 })
    .where("id", "=", ended)
    .execute();
  // One of the two votes was cast yesterday.
  const yesterday = Math.floor(Date.now() / 86_400_000) - 1;
  await db.updateTable("survey_days").set({ participants: 1, yes_votes: 1 }).where("survey_id", "=", running).execute();
  await db
    .insertInto("survey_days")
    .values({ survey_id: running, day: yesterday, participants: 1, yes_votes: 1, unsure_votes: 0 })
    .execute();

  expect(await t.request(getMyNumbers, { as: surveyor })).toEqual({
    running: 1,
    waiting: 1,
    sentBack: 0,
    ended: 1,
    votes: 2,
    votesToday: 1,
    open: { count: 2, hasMore: false },
  });
});

test("the dashboard counts the running surveys without the user's vote, up to a bound", async () => {
  const voter = await makePerson(t.database, t.tokens);
  const numbers = async () => (await t.request(getMyNumbers, { as: voter })).open;
  const before = await numbers();
  const [first] = await Promise.all([1, 2, 3].map(() => t.makeSurvey(people.surveyor, { publishedBy: people.admin })));
  expect(await numbers()).toEqual({ count: before.count + 3, hasMore: false });
  await t.request(castVote, { as: voter, body: { SurveyID: first ?? "", vote: 0 } });
  expect(await numbers()).toEqual({ count: before.count + 2, hasMore: false });

  const { db } = t.database;
  const row = await db
    .selectFrom("surveys")
    .selectAll()
    .where("id", "=", first ?? "")
    .executeTakeFirstOrThrow();
  const many = Array.from({ length: OPEN_COUNTED }, (_, index) => ({ ...row, id: `${first}-${index}` }));
  await db.insertInto("surveys").values(many).execute();
  expect(await numbers()).toMatchObject({ hasMore: true });
});
