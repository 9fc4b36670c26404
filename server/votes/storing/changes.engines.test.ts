import * as account from "@survey-app/contract/account/account.ts";
import { type Answer, CHANGES_MAX } from "@survey-app/contract/ballots/ledger.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { addComment, listComments } from "@survey-app/contract/votes/comments.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../database/newId.ts";
import { refreshListedVotes } from "../../surveys/listedVotes.sql.ts";
import { newBallot } from "../../testing/ballots.ts";
import { checkLedgerOf } from "../../testing/ledgers.ts";
import { createUsersOfEveryRole, type Person } from "../../testing/people.ts";
import { recorder } from "../../testing/recorder.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../../testing/testApp.ts";
import { recount } from "../ledger/verify.sql.ts";
import { findBrokenChains } from "../ledger/verifyChains.sql.ts";
import type { Ballot, BallotResult } from "./ballot.ts";
import { storeBallots } from "./votes.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const deadline = new Date(Date.now() + 2 * DAY_MS).toISOString();
const publish = (settings = {}) =>
  t.makeSurvey(people.surveyor, { publishedBy: people.admin, changeable: true, deadline, ...settings });
const cast = (as: Person, SurveyID: string, vote: Answer, more = {}) =>
  t.request(votes.castVote, { as, body: { SurveyID, vote, ...more } });
const refusedCast = (as: Person, SurveyID: string, vote: Answer, more = {}) =>
  t.refused(votes.castVote, { as, body: { SurveyID, vote, ...more } });
const own = (as: Person, id: string) => t.request(votes.getMyVote, { as, params: { id } });
const totals = (id: string) => t.request(surveys.getSurveyResults, { params: { id } });

const comments = (id: string) => t.request(listComments, { params: { id }, query: {} });

async function expectSound(): Promise<void> {
  expect((await recount(t.database)).mismatches).toEqual([]);
  expect(await findBrokenChains(t.database)).toEqual([]);
}

test("a change replaces the vote in every list and count, and keeps its place among the participants", async () => {
  const id = await publish({ unsure: true });
  await cast(people.surveyor, id, 0);
  const first = await cast(people.user, id, 1);
  const second = await cast(people.user, id, 2, { replaces: first.receipt });
  const third = await cast(people.user, id, 0, { replaces: second.receipt?.replaceAll("-", " ").toUpperCase() });
  expect(new Set([first, second, third].map(({ receipt }) => receipt)).size).toBe(3);
  expect(await totals(id)).toMatchObject({ participants: 2, totalVotes: 2, yesVotes: 0, noVotes: 2, unsureVotes: 0 });
  const rows = await t.request(votes.listSurveyVotes, { as: people.user, params: { id } });
  expect(rows).toMatchObject([
    { _id: third.insertedId, vote: 0, isOwn: true, isChanged: true, receipt: third.receipt, turn: 2 },
    { vote: 0, isChanged: false },
  ]);
  expect(await own(people.user, id)).toEqual(rows[0]);
  expect(await t.request(votes.listMyChoices, { as: people.user, query: { surveys: id } })).toEqual([
    { surveyId: id, vote: 0 },
  ]);
  const params = { email: people.user.email };
  const parts = await t.request(votes.listMyParticipations, { as: people.user, params });
  expect(parts).toMatchObject([{ SurveyID: id, vote: 0, isChanged: true }]);
  const shownToAdmin = await t.request(votes.listMyParticipations, { as: people.admin, params });
  expect(shownToAdmin).toMatchObject([{ SurveyID: id, vote: 0, isOwn: false, isChanged: true }]);
  const exported = await t.request(account.exportMyData, { as: people.user });
  expect(exported.votes.map(({ vote, isReplaced }) => [vote, isReplaced])).toEqual([
    [1, true],
    [2, true],
    [0, false],
  ]);
  await expectSound();
});

test("a request that doesn't name the current vote changes nothing, and tells which it is", async () => {
  const id = await publish();
  const first = await cast(people.user, id, 1);
  expect(await refusedCast(people.user, id, 0)).toMatchObject({
    code: "voteChangedMeanwhile",
    currentVote: { vote: 1, turn: 0, receipt: first.receipt },
  });
  const second = await cast(people.user, id, 0, { replaces: first.receipt });
  // Delayed duplicates of the first vote and of the change.
  const currentVote = { vote: 0, turn: 1, receipt: second.receipt };
  expect(await refusedCast(people.user, id, 1)).toMatchObject({ status: 409, currentVote });
  expect(await cast(people.user, id, 0, { replaces: first.receipt })).toEqual(second);
  expect(await cast(people.user, id, 0)).toEqual(second);
  const third = await cast(people.user, id, 1, { replaces: second.receipt });
  expect(await refusedCast(people.user, id, 0, { replaces: first.receipt })).toMatchObject({
    code: "voteChangedMeanwhile",
    currentVote: { vote: 1, turn: 2, receipt: third.receipt },
  });
  // Another person's receipt, one of another survey, and a turn, where votes have receipts.
  const others = await cast(people.pro, id, 1);
  for (const replaces of [others.receipt, (await cast(people.user, await publish(), 1)).receipt, 2])
    expect(await refusedCast(people.user, id, 0, { replaces })).toMatchObject({ code: "voteChangedMeanwhile" });
  expect(await totals(id)).toMatchObject({ participants: 2, yesVotes: 2 });
  expect(await refusedCast(people.otherSurveyor, id, 0, { replaces: first.receipt })).toMatchObject({
    status: 422,
    errors: [{ field: "replaces" }],
  });
  expect(await refusedCast(people.user, id, 0, { replaces: "no receipt" })).toMatchObject({ status: 422 });
});

test("a vote on a survey that doesn't allow changes stays, whatever a request names", async () => {
  const id = await publish({ changeable: false });
  const { receipt } = await cast(people.user, id, 1);
  for (const more of [{}, { replaces: receipt }])
    expect(await refusedCast(people.user, id, 0, more)).toMatchObject({ status: 409, code: "alreadyVoted" });
  expect(await totals(id)).toMatchObject({ participants: 1, yesVotes: 1 });
});

test(`a vote changes ${CHANGES_MAX} times at most`, async () => {
  const id = await publish();
  let { receipt } = await cast(people.user, id, 0);
  for (let turn = 1; turn <= CHANGES_MAX; turn++)
    ({ receipt } = await cast(people.user, id, turn % 2 ? 1 : 0, { replaces: receipt }));
  expect(await refusedCast(people.user, id, 1, { replaces: receipt })).toMatchObject({ code: "tooManyChanges" });
  expect(await cast(people.user, id, 0, { replaces: receipt })).toMatchObject({ receipt });
  expect(await own(people.user, id)).toMatchObject({ vote: 0, turn: CHANGES_MAX });
  expect(await totals(id)).toMatchObject({ participants: 1, yesVotes: 0 });
  await expectSound();
});

test("confidential votes, which don't have receipts, are changed by their turn", async () => {
  const id = await publish({ privacy: "confidential", results: "afterClose" });
  await cast(people.user, id, 1);
  expect(await own(people.user, id)).toMatchObject({ vote: 1, turn: 0 });
  await cast(people.user, id, 0, { replaces: 0 });
  // The delayed duplicate of that, and of one that was never sent.
  for (const replaces of [0, 2])
    expect(await refusedCast(people.user, id, 1, { replaces })).toMatchObject({ code: "voteChangedMeanwhile" });
  await cast(people.user, id, 1, { replaces: 1 });
  expect(await own(people.user, id)).toMatchObject({ vote: 1, turn: 2 });
  await expectSound();
});

test("no vote changes after the close or the deadline, before a survey is closed", async () => {
  const [closed, overdue] = [await publish(), await publish()];
  const receipts = [await cast(people.user, closed, 1), await cast(people.user, overdue, 1)];
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id: closed } });
  await t.database.db
    .updateTable("ballot_boxes")
    .set({ ends_at: Date.now() - 1 })
    .where("survey_id", "=", overdue)
    .execute();
  for (const [index, id] of [closed, overdue].entries()) {
    const replaces = receipts[index]?.receipt;
    expect(await refusedCast(people.user, id, 0, { replaces })).toMatchObject({ code: "hasEnded" });
    expect(await cast(people.user, id, 1)).toMatchObject({ receipt: replaces });
  }
});

test("the comment moves to the new vote, as old as it is, and is not copied", async () => {
  const id = await publish();
  const first = await cast(people.pro, id, 1, { comments: "Because of the noise." });
  const before = await own(people.pro, id);
  await cast(people.pro, id, 0, { replaces: first.receipt, comments: "Another one" });
  expect(await own(people.pro, id)).toMatchObject({ vote: 0, comments: before?.comments });
  expect(await comments(id)).toMatchObject([{ comments: "Because of the noise.", vote: 0 }]);
  const stored = await t.database.db.selectFrom("votes").select(["n", "comment"]).where("survey_id", "=", id).execute();
  expect(stored.filter(({ comment }) => comment !== "")).toHaveLength(1);
  // One without a comment gets that of the change, or a later one.
  const other = await publish();
  const { receipt } = await cast(people.pro, other, 1);
  await cast(people.pro, other, 0, { replaces: receipt });
  await t.request(addComment, { as: people.pro, params: { id: other }, body: { comments: "Later" } });
  expect(await comments(other)).toMatchObject([{ comments: "Later", vote: 0 }]);
});

test("a changed vote counts on the day it was first cast", async () => {
  const id = await publish();
  const { receipt } = await cast(people.user, id, 1);
  await refreshListedVotes(t.database, [id], recorder());
  // Votes are never dated before the last one, so the next ones are of another day.
  const voted_at = Date.now() + DAY_MS;
  await t.database.db.updateTable("ballot_boxes").set({ voted_at }).where("survey_id", "=", id).execute();
  await cast(people.pro, id, 1);
  await cast(people.user, id, 0, { replaces: receipt });
  await refreshListedVotes(t.database, [id], recorder());
  const days = await t.request(surveys.getSurveyHistory, { as: people.user, params: { id } });
  expect(days.map(({ totalVotes, yesVotes }) => [totalVotes, yesVotes])).toEqual([
    [1, 0],
    [1, 1],
  ]);
  expect((await recount(t.database)).mismatches).toEqual([]);
});

describe("model-based", () => {
  const PEOPLE = 4;
  /** What one request of a person names as the vote that it replaces. */
  type Named = "nothing" | "current" | "stale" | "another";
  interface Step {
    person: number;
    choice: Answer;
    named: Named;
    /** Whether the votes before this one are stored first; otherwise it shares their batch. */
    flush: boolean;
    refresh: boolean;
  }
  const step: fc.Arbitrary<Step> = fc.record({
    person: fc.nat({ max: PEOPLE - 1 }),
    choice: fc.constantFrom<Answer>(0, 1, 2),
    named: fc.oneof(
      { arbitrary: fc.constant<Named>("current"), weight: 4 },
      fc.constantFrom<Named>("nothing", "stale", "another"),
    ),
    flush: fc.boolean(),
    refresh: fc.boolean(),
  });

  interface State {
    choice: Answer;
    receipts: string[];
  }

  /** What must happen, and the person's new state. */
  function expected(state: State | undefined, ballot: Ballot): "stored" | "already" | "refused" {
    if (!state) return ballot.replaces === undefined ? "stored" : "refused";
    if (ballot.replaces === undefined || state.choice === ballot.choice) return "already";
    const isCurrent = ballot.replaces === state.receipts.at(-1);
    return isCurrent && state.receipts.length <= CHANGES_MAX ? "stored" : "already";
  }

  test.each(["live", "afterClose"] as const)(
    "after random votes and changes, counters, days and the ledger have each person's last answer (%s)",
    async (results) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
          const id = await publish({ results, unsure: true });
          const voters = Array.from({ length: PEOPLE }, newId);
          const states = new Map<string, State>();
          let batch: Ballot[] = [];
          const store = async () => {
            const outcomes = await storeBallots(t.database, batch);
            for (const [index, ballot] of batch.entries())
              apply(states, ballot, outcomes[index] as BallotResult, expected);
            batch = [];
          };
          for (const { person, choice, named, flush, refresh } of steps) {
            if (flush) await store();
            if (refresh) await refreshListedVotes(t.database, [id], recorder());
            const userId = voters[person] ?? "";
            const receipts = states.get(userId)?.receipts ?? [];
            const elsewhere = states.get(voters[(person + 1) % PEOPLE] ?? "")?.receipts.at(-1);
            const names = { nothing: undefined, current: receipts.at(-1), stale: receipts.at(-2), another: elsewhere };
            batch.push({ id: newId(), surveyId: id, userId, choice, comment: "", report: "", replaces: names[named] });
          }
          await store();
          await refreshListedVotes(t.database, [id], recorder());
          const count = (answer: Answer) => [...states.values()].filter(({ choice }) => choice === answer).length;
          const counted = { yes: count(1), no: count(0), unsure: count(2) };
          const rows = [...states.values()].reduce((sum, { receipts }) => sum + receipts.length, 0);
          const receipts = [...states.values()].flatMap((state) => state.receipts);
          const ledger = () => checkLedgerOf(t, id, { limit: 7, receipts });
          const about = { rows, participants: states.size };
          expect(await ledger()).toMatchObject({ ...about, totals: results === "live" ? counted : null });
          expect((await recount(t.database)).mismatches).toEqual([]);
          await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
          const { found, ...closed } = await ledger();
          expect(closed).toMatchObject({ ...about, totals: counted });
          for (const [index, { replacedBy }] of found.entries()) {
            const isCurrent = [...states.values()].some((state) => state.receipts.at(-1) === receipts[index]);
            expect(replacedBy === null).toBe(isCurrent);
          }
          expect(await totals(id)).toMatchObject({
            participants: states.size,
            yesVotes: counted.yes,
            unsureVotes: counted.unsure,
          });
        }),
        { numRuns: 12, seed: 5 },
      );
      expect(await findBrokenChains(t.database)).toEqual([]);
    },
  );

  function apply(states: Map<string, State>, ballot: Ballot, outcome: BallotResult, expectedOf: typeof expected): void {
    const state = states.get(ballot.userId);
    expect(outcome.kind).toBe(expectedOf(state, ballot));
    if (outcome.kind !== "stored") return;
    states.set(ballot.userId, { choice: ballot.choice, receipts: [...(state?.receipts ?? []), outcome.receipt ?? ""] });
  }
});

// Security: R12
test("of 200 changes that race the close, the final totals are those of the stored rows, and never change", async () => {
  const id = await publish();
  const voters = Array.from({ length: 200 }, newId);
  const ballot = (userId: string, choice: Answer, replaces?: string) => ({
    ...newBallot(id, userId, choice),
    replaces,
  });
  const first = await storeBallots(
    t.database,
    voters.map((voter) => ballot(voter, 0)),
  );
  const receiptOf = (index: number) => (first[index] as { receipt: string }).receipt;
  const closing = async () => {
    await expect.poll(async () => (await totals(id)).yesVotes).toBeGreaterThan(0);
    await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
    return (await totals(id)).yesVotes;
  };
  const changing = voters.map((voter, index) => storeBallots(t.database, [ballot(voter, 1, receiptOf(index))]));
  const [final, outcomes] = await Promise.all([closing(), Promise.all(changing)]);
  const results = outcomes.flat();
  expect(results.filter(({ kind }) => kind === "stored")).toHaveLength(final ?? -1);
  for (const result of results) if (result.kind !== "stored") expect(result).toMatchObject({ conflict: "hasEnded" });
  expect(await totals(id)).toMatchObject({ participants: 200, yesVotes: final });
  await expectSound();
});

test("of two changes of the same vote at the same time, one is stored", async () => {
  const id = await publish({ unsure: true });
  const { receipt } = await cast(people.user, id, 1);
  const both = await Promise.all(
    ([0, 2] as const).map((vote) =>
      t.send(votes.castVote, { as: people.user, body: { SurveyID: id, vote, replaces: receipt } }),
    ),
  );
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(await own(people.user, id)).toMatchObject({ turn: 1 });
  await expectSound();
});

test("the database itself lets each vote be replaced once, and have one current row", async () => {
  const id = await publish();
  const first = await cast(people.user, id, 1);
  const second = await cast(people.user, id, 0, { replaces: first.receipt });
  await cast(people.user, id, 1, { replaces: second.receipt });
  const { db } = t.database;
  const set = (n: number, column: string, value: number | null) =>
    sql`update votes set ${sql.ref(column)} = ${value} where survey_id = ${id} and n = ${n}`.execute(db);
  for (const value of [null, 3]) await expect(set(1, "replaced_by", value)).rejects.toThrow(/is replaced once/);
  for (const column of ["turn", "replaces"]) await expect(set(3, column, 1)).rejects.toThrow(/only their comments/);
  const row = await db
    .selectFrom("votes")
    .selectAll()
    .where("survey_id", "=", id)
    .where("n", "=", 3)
    .executeTakeFirst();
  const again = { ...(row as NonNullable<typeof row>), n: 4, id: newId(), turn: 3, replaces: 3 };
  await expect(db.insertInto("votes").values(again).execute()).rejects.toThrow(/unique/i);
  await set(3, "replaced_by", 9);
  expect(await findBrokenChains(t.database)).toEqual([
    { surveyId: id, flaw: expect.stringMatching(/^Vote 3 and .* don't name each other/) },
  ]);
});
