import * as outcomes from "@survey-app/contract/surveys/outcomes.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimEmails, enqueueEmail, findDueEmails } from "../mail/outbox.sql.ts";
import { endPauses } from "../testing/failedSteps.sql.ts";
import { killedAt } from "../testing/killedAt.ts";
import { emailsTo } from "../testing/mail.sql.ts";
import { outcomeRequests } from "../testing/outcomeRequests.ts";
import { createUsersOfEveryRole, type Person } from "../testing/people.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { keepTrail } from "../voters/emailTrail.sql.ts";
import { addReminders, enqueueMailings } from "./mailings.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  // Emails stay in the outbox, and only the tests close surveys and enqueue emails.
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});

afterAll(() => t.close());

const { inDays, person, publish, vote, follow, unfollow, close, kindsTo, setTimes } = outcomeRequests(() => ({
  t,
  ...people,
}));

describe("the result", () => {
  test("goes once to everyone who voted or follows, from three instances and after a killed one", async () => {
    const id = await publish();
    const voters = await Promise.all(Array.from({ length: 205 }, () => vote(id)));
    const [follower, declined, stranger] = [await person(), await vote(id), await person()];
    await follow(id, follower);
    await unfollow(id, declined);
    await close(id);
    // Killed in the middle: after the owner's turn and a first chunk of voters.
    await expect(enqueueMailings(killedAt(t.database, 3))).rejects.toThrow("killed");
    await Promise.all([1, 2, 3].map(() => enqueueMailings(t.database)));
    for (const reader of [...voters, follower])
      expect(await emailsTo(t.database, reader)).toMatchObject([
        { kind: "surveyResult", surveyId: id, userId: reader.id, totalVotes: 206, yesVotes: 206 },
      ]);
    for (const reader of [declined, stranger]) expect(await kindsTo(reader)).toEqual([]);
    const { end } = await t.request(votes.getLedger, { params: { id } });
    expect((await emailsTo(t.database, follower))[0]?.head).toBe(end);
    await t.database.db.deleteFrom("outbox").execute();
  });

  test("waits behind emails to one person, and is enqueued no faster than it is sent", async () => {
    const id = await publish();
    const reader = await vote(id);
    await close(id);
    await enqueueMailings(t.database);
    await enqueueEmail(t.database, people.admin.email, { kind: "passwordReset" });
    await t.database.db.updateTable("outbox").set({ next_at: 1 }).where("address", "=", reader.email).execute();
    const found = await findDueEmails(t.database, 1);
    const { due } = await claimEmails(t.database, found, { limits: false, isOwnerKnown: async () => false, keepTrail });
    expect(due[0]?.template.kind).not.toBe("surveyResult");
    const rows = Array.from({ length: 1000 }, (_, index) => ({ id: `${id}-${index}`, next_at: Date.now() }));
    const bulk = { kind: "surveyOutcome", address: "a@b.example", details: "{}", is_bulk: 1 };
    await t.database.db
      .insertInto("outbox")
      .values(rows.map((row) => ({ ...bulk, ...row, credential_version: null })))
      .execute();
    const later = await publish();
    const last = await vote(later);
    await close(later);
    await enqueueMailings(t.database);
    expect(await kindsTo(last)).toEqual([]);
    // A thousand addresses that don't accept emails must not hold up other people's until they are given up.
    await t.database.db.updateTable("outbox").set({ attempts: 4 }).where("address", "=", bulk.address).execute();
    await enqueueMailings(t.database);
    expect(await kindsTo(last)).toEqual(["surveyResult"]);
    await t.database.db.deleteFrom("outbox").where("address", "=", bulk.address).execute();
  });
});

test("people who voted follow a survey unless they chose not to; others only if they chose to", async () => {
  const id = await publish();
  const [voter, other] = [await vote(id), await person()];
  const follows = async (as: Person) => (await t.request(outcomes.getFollow, { as, params: { id } })).follows;
  expect([await follows(voter), await follows(other)]).toEqual([true, false]);
  expect(await follow(id, other)).toEqual({ modifiedCount: 1 });
  expect(await follow(id, other)).toEqual({ modifiedCount: 0 });
  await unfollow(id, voter);
  expect([await follows(voter), await follows(other)]).toEqual([false, true]);
});

test("a choice before the vote outlives it, and without one the response says that voting turns emails on", async () => {
  const id = await publish();
  const [undecided, declined] = [await person(), await person()];
  const read = (as: Person) => t.request(outcomes.getFollow, { as, params: { id } });
  await unfollow(id, declined);
  expect(await read(undecided)).toEqual({ follows: false, followsOnVote: true });
  expect(await read(declined)).toEqual({ follows: false, followsOnVote: false });
  for (const as of [undecided, declined]) await vote(id, as);
  expect(await read(undecided)).toEqual({ follows: true, followsOnVote: false });
  expect(await read(declined)).toEqual({ follows: false, followsOnVote: false });
  await close(id);
  await enqueueMailings(t.database);
  expect([await kindsTo(undecided), await kindsTo(declined)]).toEqual([["surveyResult"], []]);
});

test("a mailing that fails waits longer each time, and doesn't hold up others", async () => {
  const [broken, sound] = [await publish(), await publish()];
  const [reader, other] = [await vote(broken), await vote(sound)];
  await close(broken);
  await close(sound);
  const { db } = t.database;
  const ofBroken = db
    .selectFrom("failed_steps")
    .innerJoin("mailings", "mailings.id", "row_key")
    .select(["failed_steps.next_at", "attempts"])
    .where("survey_id", "=", broken);
  // The composition can't be parsed, so the result can't be described.
  const composition = { survey_id: broken, voters: 1, new_accounts: 0, unconfirmed: 0, bursts: "{" };
  await db.insertInto("survey_compositions").values(composition).execute();
  for (let failures = 1; failures <= 3; failures++) {
    const before = Date.now();
    await expect(enqueueMailings(t.database)).rejects.toThrow();
    const tookMs = Date.now() - before;
    const failed = await ofBroken.executeTakeFirstOrThrow();
    expect(failed.attempts).toBe(failures);
    const latestMs = Number(failed.next_at) - before;
    const seconds = [15, 30, 60][failures - 1] ?? 0;
    expect(latestMs).toBeGreaterThanOrEqual(seconds * 1000);
    expect(latestMs - tookMs).toBeLessThanOrEqual(seconds * 1000);
    await enqueueMailings(t.database);
    await endPauses(t.database);
  }
  expect(await kindsTo(other)).toEqual(["surveyResult"]);
  expect(await kindsTo(reader)).toEqual([]);
  await db.deleteFrom("mailings").where("survey_id", "=", broken).execute();
});

describe("reminders", () => {
  test("are sent once, in the last day, to followers who haven't voted, even when the deadline moves later", async () => {
    const [id, short, early] = [await publish(), await publish(), await publish()];
    const [waiting, voted] = [await person(), await person()];
    for (const survey of [id, short, early]) for (const as of [waiting, voted]) await follow(survey, as);
    await vote(id, voted);
    const now = Date.now();
    const soon = { ends_at: now + 20 * HOUR_MS };
    await setTimes(id, { ...soon, starts_at: now - DAY_MS, first_published_at: now - DAY_MS });
    await setTimes(short, soon);
    const sent = async () => (await emailsTo(t.database, waiting)).map(({ kind, surveyId }) => [kind, surveyId]);
    for (let round = 0; round < 2; round++) {
      await addReminders(t.database);
      await enqueueMailings(t.database);
    }
    expect(await sent()).toEqual([["surveyReminder", id]]);
    expect(await kindsTo(voted)).toEqual([]);
    await setTimes(id, { ends_at: now + 5 * DAY_MS });
    await addReminders(t.database);
    await setTimes(id, soon);
    await addReminders(t.database);
    await enqueueMailings(t.database);
    expect(await sent()).toEqual([["surveyReminder", id]]);
  });
});

describe("the composition of a result", () => {
  const resultLabelOf = async (id: string) => (await t.request(surveys.getSurveyResults, { params: { id } })).label;

  test("is counted once, after the close, and doesn't reveal anything about small groups", async () => {
    const id = await publish();
    const voters = await Promise.all(Array.from({ length: 25 }, () => vote(id)));
    const { db } = t.database;
    const longAgo = Date.now() - 9 * DAY_MS;
    const ids = voters.map((each) => each.id);
    await db.updateTable("users").set({ created_at: longAgo }).where("id", "in", ids.slice(0, 10)).execute();
    const unconfirmed = { email_verified: 0 };
    await db.updateTable("users").set(unconfirmed).where("id", "in", ids.slice(0, 4)).execute();
    expect(await resultLabelOf(id)).toMatchObject({ composition: null, bursts: [] });
    await close(id);
    await Promise.all([1, 2, 3].map(() => enqueueMailings(t.database)));
    const composition = { voters: 25, newAccounts: 15, unconfirmed: null };
    expect(await resultLabelOf(id)).toMatchObject({ composition, bursts: [], closedEarly: true });
    await db.updateTable("users").set(unconfirmed).where("id", "in", ids).execute();
    expect(await resultLabelOf(id)).toMatchObject({ composition });
  });

  test.each([
    [19, null],
    [20, { voters: 20, newAccounts: null, unconfirmed: null }],
  ])("is shown from the twentieth voter on: %d", async (people, composition) => {
    const id = await publish();
    await Promise.all(Array.from({ length: people }, () => vote(id)));
    await close(id);
    await enqueueMailings(t.database);
    expect((await resultLabelOf(id))?.composition ?? null).toEqual(composition);
  });

  test("is counted for every survey that ends at the same time, before its result is sent", async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => publish()));
    await Promise.all(ids.map((id) => close(id)));
    const { db } = t.database;
    const ofThese = (table: "survey_compositions" | "mailings") =>
      db.selectFrom(table).select("survey_id").where("survey_id", "in", ids);
    await enqueueMailings(t.database);
    const sent = await ofThese("mailings").where("stage", "=", "done").execute();
    expect((await ofThese("survey_compositions").execute()).length).toBe(sent.length);
    await enqueueMailings(t.database);
    expect(await ofThese("survey_compositions").execute()).toHaveLength(ids.length);
  });

  test("begins, like the time of asking, when the survey was published or started, whichever was later", async () => {
    const { db } = t.database;
    const now = Date.now();
    for (const [starts_at, first_published_at] of [
      [now - 2 * DAY_MS, now - DAY_MS],
      [now - DAY_MS, now - 2 * DAY_MS],
    ] as const) {
      const id = await publish();
      const voters = await Promise.all(Array.from({ length: 25 }, () => vote(id)));
      const early = voters.slice(0, 10).map((each) => each.id);
      await db
        .updateTable("users")
        .set({ created_at: now - 1.5 * DAY_MS })
        .where("id", "in", early)
        .execute();
      await setTimes(id, { starts_at, appears_at: starts_at, first_published_at });
      await close(id);
      await enqueueMailings(t.database);
      expect(await resultLabelOf(id)).toMatchObject({
        asked: { from: new Date(now - DAY_MS).toISOString() },
        composition: { newAccounts: 15 },
      });
    }
  });

  test("isn't counted for few votes, or where votes aren't named", async () => {
    const few = await publish();
    await vote(few);
    const hidden = await t.makeSurvey(people.surveyor, {
      publishedBy: people.admin,
      deadline: inDays(3),
      results: "afterClose",
      privacy: "confidential",
    });
    for (let count = 0; count < 20; count++) await vote(hidden);
    for (const id of [few, hidden]) await close(id);
    await enqueueMailings(t.database);
    for (const id of [few, hidden]) expect((await resultLabelOf(id)).composition).toBeNull();
    const rows = await t.database.db.selectFrom("survey_compositions").select("survey_id").execute();
    expect(rows.map((row) => row.survey_id)).not.toContain(hidden);
  });
});
