import * as account from "@survey-app/contract/account/account.ts";
import { rowKeyText, SPLIT_MIN, sealText } from "@survey-app/contract/ballots/ledger.ts";
import type { LedgerPage } from "@survey-app/contract/results/ledgerPage.ts";
import { closeSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { sha256 } from "../../ballots/voteChain.ts";
import { createEventBus } from "../../database/events.ts";
import { newId } from "../../database/newId.ts";
import { newBallot } from "../../testing/ballots.ts";
import { openElsewhere } from "../../testing/freshDatabase.ts";
import { checkLedgerOf, readLedgerPages } from "../../testing/ledgers.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../../testing/people.ts";
import { type TestApp, testApp } from "../../testing/testApp.ts";
import { countWaiting } from "../../testing/waiting.sql.ts";
import { storeBallots } from "../storing/votes.sql.ts";
import { createVoteWriter } from "../storing/voteWriter.ts";
import { findOrphans, findStaleBoxes, recount } from "./verify.sql.ts";
import { findBrokenChains } from "./verifyChains.sql.ts";

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;

beforeAll(async () => {
  t = await testApp();
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const publish = () => t.makeSurvey(people.surveyor, { publishedBy: people.admin });

const boxOf = (id: string) =>
  t.database.db.selectFrom("ballot_boxes").selectAll().where("survey_id", "=", id).executeTakeFirstOrThrow();

const tomorrow = new Date(Date.now() + DAY_MS).toISOString();

const readAll = (id: string, limit: number) => readLedgerPages(t, id, limit);
const check = (id: string, options = {}) => checkLedgerOf(t, id, options);

test("every vote has its receipt, which is found in the public ledger, in one page and in several", async () => {
  const id = await publish();
  expect(await check(id)).toMatchObject({ rows: 0 });
  const voters = await Promise.all(Array.from({ length: 7 }, () => makePerson(t.database, t.tokens)));
  const receipts: string[] = [];
  for (const [index, as] of voters.entries())
    receipts.push(
      (await t.request(votes.castVote, { as, body: { SurveyID: id, vote: index % 2 ? 1 : 0 } })).receipt ?? "",
    );
  expect(receipts.map((receipt) => Number(receipt.split("-")[0]))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  for (const limit of [votes.LEDGER_MAX, 7, 3, 1])
    expect(await check(id, { limit, receipts })).toMatchObject({
      surveyId: id,
      rows: 7,
      totals: { yes: 3, no: 4, unsure: 0 },
    });
  expect(await readAll(id, 3)).toHaveLength(3);
  const [page] = await readAll(id, votes.LEDGER_MAX);
  const date = new Date().toISOString().slice(0, 10);
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(page?.entries[1]).toEqual({ n: 2, date, replaces: null, vote: 1, hash });
  expect(page).toMatchObject({ rows: 7, participants: 7, closed: null, end: null });
});

test("the receipt is returned again for a repeated vote, with the user's own vote and export, and not to other users", async () => {
  const id = await publish();
  const other = await makePerson(t.database, t.tokens);
  await t.request(votes.castVote, { as: other, body: { SurveyID: id, vote: 0 } });
  const { receipt } = await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  const again = await t.request(votes.castVote, { as: people.user, body: { SurveyID: id, vote: 1 } });
  expect(again.receipt).toBe(receipt);
  expect(await t.request(votes.getMyVote, { as: people.user, params: { id } })).toMatchObject({ receipt });
  const exported = await t.request(account.exportMyData, { as: people.user });
  expect(exported.votes.find(({ surveyId }) => surveyId === id)).toMatchObject({ receipt });
  for (const as of [undefined, people.user, people.pro, people.surveyor, people.admin]) {
    const rows = await t.request(votes.listSurveyVotes, { params: { id }, ...(as && { as }) });
    expect(rows.filter((row) => row.receipt !== undefined)).toHaveLength(as === people.user ? 1 : 0);
  }
});

test("two processes that concurrently store votes of the same users on one survey leave one unbroken chain", async () => {
  const ledgers = [
    await createVoteWriter(t.database, createEventBus(null)),
    await createVoteWriter(openElsewhere(t), createEventBus(null)),
  ];
  const surveys = await Promise.all([publish(), publish(), publish()]);
  const voters = Array.from({ length: 150 }, newId);
  const cast = ledgers.flatMap((voteWriter) =>
    voters.flatMap((voter) => surveys.map((survey) => voteWriter.cast(newBallot(survey, voter)))),
  );
  const receipts = (await Promise.all(cast)).map((outcome) => ("receipt" in outcome ? outcome.receipt : ""));
  // Votes on three surveys at the same time: each survey has every number once.
  expect(new Set(receipts).size).toBe(surveys.length * voters.length);
  for (const survey of surveys) expect(await check(survey)).toMatchObject({ rows: voters.length });
  expect(await findBrokenChains(t.database)).toEqual([]);
  expect((await recount(t.database)).mismatches).toEqual([]);
});

test("a voter twice in one batch gets one vote, without a gap in the numbers", async () => {
  const survey = await publish();
  const voter = newId();
  const batch = [newBallot(survey, voter, 1), newBallot(survey), newBallot(survey, voter, 0), newBallot(survey)];
  const outcomes = await storeBallots(t.database, batch);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["stored", "stored", "already", "stored"]);
  expect(outcomes[2]).toEqual({ ...outcomes[0], kind: "already", choice: 1, turn: 0, conflict: "alreadyVoted" });
  expect(await check(survey)).toMatchObject({ rows: 3 });
});

describe.each(["afterClose", "afterVote"] as const)("while the results are hidden (%s)", (results) => {
  /** A survey with an answer of each kind. */
  async function hidden() {
    const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, deadline: tomorrow });
    await t.database.db.updateTable("surveys").set({ results, unsure: 1 }).where("id", "=", id).execute();
    const answers = [1, 0, 2, 1, 1] as const;
    const stored = await storeBallots(
      t.database,
      answers.map((answer) => newBallot(id, newId(), answer)),
    );
    return { id, answers, receipts: stored.map((result) => ("receipt" in result ? (result.receipt ?? "") : "")) };
  }
  test("the ledger is public without key, votes and totals, and receipts are found in it", async () => {
    const { id, receipts } = await hidden();
    for (const limit of [votes.LEDGER_MAX, 2]) {
      expect(await check(id, { limit, receipts })).toMatchObject({ rows: 5, totals: null, closed: null, end: null });
      const pages = await readAll(id, limit);
      expect(JSON.stringify(pages)).not.toContain((await boxOf(id)).ledger_key);
      for (const { entries } of pages)
        for (const entry of entries) expect(Object.keys(entry)).toEqual(["n", "date", "replaces", "seal", "hash"]);
    }
    expect(await findBrokenChains(t.database)).toEqual([]);
  });

  test("trying all answers does not reveal a published vote", async () => {
    const { id } = await hidden();
    const [page] = (await readAll(id, votes.LEDGER_MAX)) as [LedgerPage];
    const { ledger_key } = await boxOf(id);
    const published = [id, page.head, ...page.entries.flatMap(({ seal = "", hash }) => [seal, hash])];
    const answersBy = (key: string) =>
      page.entries.flatMap(({ n, seal }) =>
        ([0, 1, 2] as const).filter((answer) => sha256(sealText(sha256(rowKeyText(key, n)), answer)) === seal),
      );
    for (const key of published) expect(answersBy(key)).toEqual([]);
    expect(answersBy(ledger_key)).toEqual([1, 0, 2, 1, 1]);
    expect(new Set(page.entries.map(({ seal }) => seal)).size).toBe(5);
  });

  test("the ledger opens with the close: the same chain, now with key, votes, totals and end", async () => {
    const { id, answers, receipts } = await hidden();
    const [sealed] = (await readAll(id, votes.LEDGER_MAX)) as [LedgerPage];
    await t.request(closeSurvey, { as: people.surveyor, params: { id } });
    const [opened] = (await readAll(id, votes.LEDGER_MAX)) as [LedgerPage];
    expect(opened.entries.map(({ vote }) => vote)).toEqual(answers);
    expect(opened.entries.map(({ hash }) => hash)).toEqual(sealed.entries.map(({ hash }) => hash));
    expect(opened.head).toBe(sealed.head);
    expect(await check(id, { limit: 2, receipts })).toMatchObject({
      totals: { yes: 3, no: 1, unsure: 1 },
      closed: new Date().toISOString().slice(0, 10),
      end: expect.stringMatching(/^[0-9a-f]{64}$/),
      found: answers.map((vote) => ({ vote })),
    });
    expect(await findBrokenChains(t.database)).toEqual([]);
  });
});

test.each([5, 4])(
  "the ledger of a confidential survey has no rows, and at the end the numbers of %i people",
  async (size) => {
    const settings = { results: "afterClose", privacy: "confidential", deadline: tomorrow } as const;
    const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, ...settings });
    const ballots = Array.from({ length: size }, (_, index) => newBallot(id, newId(), index % 2 ? 1 : 0));
    const unproven = ballots.map(({ id }) => expect.objectContaining({ id, receipt: null }));
    expect(await storeBallots(t.database, ballots)).toEqual(unproven);
    expect(await storeBallots(t.database, ballots)).toEqual(unproven);
    const about = { rows: 0, isWithoutRows: true, participants: size };
    expect(await check(id)).toMatchObject({ ...about, totals: null, closed: null, end: null });
    await t.request(closeSurvey, { as: people.admin, params: { id } });
    const totals = size < SPLIT_MIN ? null : { yes: 2, no: 3, unsure: 0 };
    expect(await check(id)).toMatchObject({ ...about, totals, end: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await storeBallots(t.database, ballots)).toEqual(unproven);
    const pages = await readAll(id, 1);
    expect(pages).toMatchObject([{ key: null, rows: 0, entries: [] }]);
    // The stored chain stays secret, for the verification of the database.
    const { ledger_key, ledger_head } = await boxOf(id);
    for (const secret of [ledger_key, ledger_head]) expect(JSON.stringify(pages)).not.toContain(secret);
    expect(await findBrokenChains(t.database)).toEqual([]);
  },
);

// SQLite has one writer at a time, which sees all earlier votes.
describe.runIf(inject("engine") === "postgres")("a batch that waits for another instance's batch", () => {
  test.each([1, 5])("continues its chain, and finds the vote of its voter stored (%i ballots)", async (size) => {
    const survey = await publish();
    const voter = newId();
    const batch = Array.from({ length: size }, (_, index) => newBallot(survey, index === 0 ? voter : newId()));
    let waiting: ReturnType<typeof storeBallots> | undefined;
    await openElsewhere(t).transaction(async (tx) => {
      await storeBallots(tx, [newBallot(survey, voter), newBallot(survey)]);
      waiting = storeBallots(t.database, batch);
      // Its statement waits for the lock, so its snapshot contains nothing that is committed from here on.
      await expect.poll(() => countWaiting(t.database)).toBe(1);
    });
    expect((await waiting)?.map(({ kind }) => kind)).toEqual(["already", ...Array(size - 1).fill("stored")]);
    expect(await check(survey)).toMatchObject({ rows: 1 + size });
  });

  test("continues its chain when they share no voter", async () => {
    const survey = await publish();
    let waiting: ReturnType<typeof storeBallots> | undefined;
    await openElsewhere(t).transaction(async (tx) => {
      await storeBallots(tx, [newBallot(survey), newBallot(survey)]);
      waiting = storeBallots(t.database, [newBallot(survey)]);
      await expect.poll(() => countWaiting(t.database)).toBe(1);
    });
    expect(await waiting).toMatchObject([{ kind: "stored", receipt: expect.stringMatching(/^3-/) }]);
    expect(await check(survey)).toMatchObject({ rows: 3 });
  });
});

test("the database itself prevents deleting votes and changing anything of them but the comment", async () => {
  const id = await publish();
  await storeBallots(t.database, [newBallot(id), newBallot(id)]);
  const { db } = t.database;
  await expect(sql`delete from votes where survey_id = ${id} and n = 2`.execute(db)).rejects.toThrow(/never deleted/);
  if (inject("engine") === "sqlite")
    await expect(
      sql`insert or replace into votes select * from votes where survey_id = ${id}`.execute(db),
    ).rejects.toThrow(/never deleted/);
  const changes = [
    sql`choice = 0`,
    sql`n = 9`,
    sql`hash = 'x'`,
    sql`created_at = 0`,
    sql`user_id = 'x'`,
    sql`id = 'x'`,
  ];
  for (const change of changes)
    await expect(sql`update votes set ${change} where survey_id = ${id}`.execute(db)).rejects.toThrow(
      /only their comments/,
    );
  await sql`update votes set comment = 'changed' where survey_id = ${id}`.execute(db);
  expect(await check(id)).toMatchObject({ rows: 2, totals: { yes: 2, no: 0, unsure: 0 } });
});

test("tampering that bypasses this is found when all chains are recomputed, which names the survey", async () => {
  const [sound, otherHead, otherKey, emptied] = [await publish(), await publish(), await publish(), await publish()];
  await storeBallots(
    t.database,
    [sound, otherHead, otherHead, otherKey].map((id) => newBallot(id)),
  );
  const { db } = t.database;
  const another = sha256("another");
  await sql`update ballot_boxes set ledger_head = ${another} where survey_id in (${otherHead}, ${emptied})`.execute(db);
  await sql`update ballot_boxes set ledger_key = ${another} where survey_id = ${otherKey}`.execute(db);
  expect((await findBrokenChains(t.database)).sort((a, b) => (a.surveyId < b.surveyId ? -1 : 1))).toEqual([
    { surveyId: otherHead, flaw: expect.stringMatching(/head/) },
    { surveyId: otherKey, flaw: expect.stringMatching(/^Vote 1 doesn't follow/) },
    { surveyId: emptied, flaw: "It has no votes, but its ledger has a head." },
  ]);
});

/** Three votes of two people, the first of whom has changed the answer: vote 3 replaces vote 1. */
async function publishWithChange(): Promise<string> {
  const id = await t.makeSurvey(people.surveyor, { publishedBy: people.admin, changeable: true });
  const cast = (as: Person, vote: 0 | 1, replaces?: string | null) =>
    t.request(votes.castVote, { as, body: { SurveyID: id, vote, replaces } });
  const { receipt } = await cast(people.user, 1);
  await cast(people.pro, 1);
  await cast(people.user, 0, receipt);
  return id;
}

/** Changes votes as someone does who controls the database: without its triggers. */
async function tamper(change: RawBuilder<unknown>): Promise<void> {
  const { db, dialect } = t.database;
  if (dialect.engine === "postgres")
    return db.connection().execute(async (connection) => {
      await sql`set session_replication_role = replica`.execute(connection);
      await change.execute(connection).finally(() => sql`reset session_replication_role`.execute(connection));
    });
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'votes'`.execute(db);
  for (const trigger of rows) await sql`drop trigger ${sql.ref(trigger.name)}`.execute(db);
  await change.execute(db);
  for (const trigger of rows) await sql.raw(trigger.sql).execute(db);
}

// No hash covers whose a vote is, so that votes of people who delete their accounts can stay.
test.each([
  ["another voter's vote", sql`user_id = 'another'`, 1],
  ["a vote that is not the one before", sql`turn = 7`, 3],
  ["a vote that another one replaced", sql`replaced_by = 2`, 1],
])("a changed vote that names %s is found", async (_, change, n) => {
  const id = await publishWithChange();
  const [sound] = await t.database.db
    .selectFrom("votes")
    .select(["user_id", "turn", "replaced_by"])
    .where("survey_id", "=", id)
    .where("n", "=", n)
    .execute();
  await tamper(sql`update votes set ${change} where survey_id = ${id} and n = ${n}`);
  const flaw = expect.stringContaining("don't name each other");
  expect(await findBrokenChains(t.database)).toContainEqual({ surveyId: id, flaw });
  await tamper(sql`update votes set user_id = ${sound?.user_id}, turn = ${sound?.turn}, replaced_by = ${sound?.replaced_by}
    where survey_id = ${id} and n = ${n}`);
  expect(await findBrokenChains(t.database)).not.toContainEqual({ surveyId: id, flaw });
});

test.each([2, 3, 4])("chains are read in chunks of %i, and what is wrong is found in each", async (chunk) => {
  const [large, small, wrong] = [await publish(), await publish(), await publish()];
  const ballots = [large, large, small, large, wrong, large, wrong, large].map((id) => newBallot(id));
  await storeBallots(t.database, ballots);
  const before = await findBrokenChains(t.database);
  expect(await findBrokenChains(t.database, chunk)).toEqual(before);
  await tamper(sql`update votes set choice = 0 where survey_id in (${large}, ${wrong}) and n = 2`);
  const found = await findBrokenChains(t.database, chunk);
  await tamper(sql`update votes set choice = 1 where survey_id in (${large}, ${wrong}) and n = 2`);
  const ids = (chains: typeof found) => chains.map(({ surveyId }) => surveyId).sort();
  expect(ids(found)).toEqual([...ids(before), large, wrong].sort());
});

test("a ballot box that holds another status, time or setting than its survey is found, and a missing one", async () => {
  const [sound, ...changed] = await Promise.all(Array.from({ length: 7 }, publish));
  const { db } = t.database;
  const changes = [sql`status = 1`, sql`ends_at = 1`, sql`closed_at = 1`, sql`results = 'afterVote'`, sql`unsure = 1`];
  for (const [index, change] of changes.entries())
    await sql`update ballot_boxes set ${change} where survey_id = ${changed[index]}`.execute(db);
  await sql`delete from ballot_boxes where survey_id = ${changed.at(-1)}`.execute(db);
  const found = await findStaleBoxes(t.database);
  expect(found).toEqual([...changed].sort());
  expect(found).not.toContain(sound);
});

test("votes on a survey that doesn't exist are found", async () => {
  expect(await findOrphans(t.database)).toEqual([]);
  const mark = { survey_id: "gone", voter: people.user.id, ticket_hash: "" };
  await t.database.db.insertInto("secret_voters").values(mark).execute();
  expect(await findOrphans(t.database)).toEqual(["gone"]);
  await t.database.db.deleteFrom("secret_voters").where("survey_id", "=", "gone").execute();
});

test("a recount doesn't hold a snapshot, whose time limit one survey with millions of votes would exceed", async () => {
  await publish();
  // On SQLite a recount in a snapshot of its own would wait for the end of this one, which waits for the recount.
  const { mismatches } = await t.database.snapshot(() => recount(t.database));
  expect(mismatches).toEqual([]);
});
