import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import * as surveys from "@survey-app/contract/surveys/surveys.ts";
import { addComment } from "@survey-app/contract/votes/comments.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { lockBallotBox } from "../../ballots/ballotBox.sql.ts";
import type { Database } from "../../database/database.ts";
import { type SnapshotSource, withSnapshot } from "../../ops/backups/snapshot.sql.ts";
import { eraseClosed, moveTallyToBox } from "../../surveys/secretClose.sql.ts";
import { type FreshDatabase, freshDatabase } from "../../testing/freshDatabase.ts";
import { createUsersOfEveryRole, makePerson, type Person } from "../../testing/people.ts";
import { scenarios } from "../../testing/scenario.ts";
import { insertSecretSurvey, SECRET_SURVEY, secretBallots } from "../../testing/secretTwins.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../../testing/testApp.ts";
import { recount } from "../ledger/verify.sql.ts";
import type { Ballot } from "./ballot.ts";
import { hashOfTicket } from "./secretBallot.ts";
import { storeBallots } from "./votes.sql.ts";

const newTicket = () => randomBytes(16).toString("hex");

let t: TestApp;
let people: Awaited<ReturnType<typeof createUsersOfEveryRole>>;
beforeAll(async () => {
  t = await testApp({}, WITHOUT_POLLS);
  people = await createUsersOfEveryRole(t.database, t.tokens);
});
afterAll(() => t.close());

const scenario = scenarios(() => ({ t, ...people }));
const makeSecret = async () => (await scenario({ privacy: "secret", unsure: true })).id;
const makeVoters = (count: number) =>
  Promise.all(Array.from({ length: count }, () => makePerson(t.database, t.tokens, { isMember: true })));
const cast = (id: string, as: Person, vote: Answer, body: object = {}) =>
  t.send(votes.castVote, { as, body: { SurveyID: id, vote, ticket: newTicket(), ...body } });
const castAll = async (id: string, answers: readonly Answer[]) => {
  const voters = await makeVoters(answers.length);
  const responses = await Promise.all(voters.map((as, index) => cast(id, as, answers[index] ?? 0)));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  return voters;
};
const rowsOf = async (table: "secret_voters" | "secret_tallies" | "secret_erasures", id: string) =>
  t.database.db.selectFrom(table).selectAll().where("survey_id", "=", id).execute();
/** The erasures that are left for later. */
const afterErasure = async (id: string) => {
  await eraseClosed(t.database);
  return rowsOf("secret_erasures", id);
};

test("a secret vote is acknowledged without a receipt, and again for the same ticket; no comment is stored", async () => {
  const id = await makeSecret();
  const ticket = newTicket();
  const body = { ticket, comments: "My reason", inapp: "Spam" };
  const insertedId = hashOfTicket(ticket);
  for (let attempt = 0; attempt < 2; attempt++)
    expect((await cast(id, people.pro, 1, body)).json()).toEqual({
      insertedId,
      receipt: null,
      commentIgnored: true,
    });
  expect(await rowsOf("secret_voters", id)).toEqual([{ survey_id: id, voter: people.pro.id, ticket_hash: insertedId }]);
  const stored = await t.database.db.selectFrom("votes").selectAll().where("survey_id", "=", id).execute();
  expect(stored).toEqual([]);
  const reports = await t.request(votes.listSurveyReports, { as: people.admin, params: { id } });
  expect(reports).toMatchObject([{ inapp: "Spam" }]);
  const commenting = { as: people.pro, params: { id }, body: { comments: "Late" } };
  expect(await t.refused(addComment, commenting)).toMatchObject({ status: 409, code: "noComments" });
});

// Security: F12
test("another ticket learns that the person voted, whichever answer comes with it", async () => {
  const id = await makeSecret();
  await cast(id, people.user, 1);
  for (const vote of [0, 1, 2] as const) {
    const response = (await cast(id, people.user, vote)).json();
    expect(response).toMatchObject({ status: 409, code: "secretVoteCounted" });
    expect(response.detail).toBe("You are on the list of people who voted. Your answer can't be looked up or changed.");
  }
  expect((await cast(id, people.pro, 1, { ticket: undefined })).json()).toMatchObject({
    status: 422,
    errors: [{ field: "ticket" }],
  });
  expect((await cast(id, people.pro, 1, { ticket: "abc" })).json()).toMatchObject({ errors: [{ field: "ticket" }] });
});

test("an answer that a secret survey doesn't offer is rejected, and other surveys ignore tickets", async () => {
  const named = await t.makeSurvey(people.surveyor, { publishedBy: people.admin });
  expect((await cast(named, people.user, 1)).json()).toMatchObject({ receipt: expect.any(String) });
  const { id: secret } = await scenario({ privacy: "secret" });
  expect((await cast(secret, people.user, 2)).json()).toMatchObject({ errors: [{ field: "vote" }] });
});

// Security: R12
test("of one person's 20 votes at the same time, one counts: one mark, one participant, one answer", async () => {
  const id = await makeSecret();
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => cast(id, people.user, index % 2 ? 1 : 0)),
  );
  expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect(await rowsOf("secret_voters", id)).toHaveLength(1);
  const [tally] = (await rowsOf("secret_tallies", id)) as unknown as { yes: number; no: number; unsure: number }[];
  expect((tally?.yes ?? 0) + (tally?.no ?? 0)).toBe(1);
  expect(await t.request(surveys.getSurvey, { params: { id } })).toMatchObject({ participants: 1 });
  expect((await recount(t.database)).mismatches).toEqual([]);
});

test("the close publishes the sums, and leaves neither them nor the tickets in the database", async () => {
  const id = await makeSecret();
  const ticket = newTicket();
  await cast(id, people.user, 1, { ticket });
  await castAll(id, [1, 1, 1, 0, 0, 2]);
  const box = () =>
    t.database.db
      .selectFrom("ballot_boxes")
      .select(["participants", "yes_votes", "unsure_votes", "voted_at", "ledger_head"])
      .where("survey_id", "=", id)
      .executeTakeFirstOrThrow();
  expect(await box()).toEqual({ participants: 7, yes_votes: 0, unsure_votes: 0, voted_at: 0, ledger_head: "" });
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  expect(await t.request(surveys.getSurvey, { params: { id } })).toMatchObject({
    resultsVisible: true,
    participants: 7,
    yesVotes: 4,
    noVotes: 2,
    unsureVotes: 1,
  });
  expect(await rowsOf("secret_tallies", id)).toEqual([]);
  await expect.poll(() => afterErasure(id)).toEqual([]);
  expect((await rowsOf("secret_voters", id)).map((mark) => "ticket_hash" in mark && mark.ticket_hash)).toEqual(
    Array(7).fill(""),
  );
  expect((await recount(t.database)).mismatches).toEqual([]);
  expect((await cast(id, people.user, 1, { ticket })).json()).toMatchObject({ code: "secretVoteCounted" });
  expect((await cast(id, people.pro, 1)).json()).toMatchObject({ code: "hasEnded" });
});

test("with fewer than five votes not even the close stores how they were divided", async () => {
  const id = await makeSecret();
  await castAll(id, [1, 1, 0, 2]);
  await t.request(surveys.closeSurvey, { as: people.admin, params: { id } });
  expect(await rowsOf("secret_tallies", id)).toEqual([]);
  expect(
    await t.database.db.selectFrom("ballot_boxes").selectAll().where("survey_id", "=", id).executeTakeFirst(),
  ).toMatchObject({ participants: 4, yes_votes: 0, unsure_votes: 0 });
  expect(await t.request(surveys.getSurvey, { params: { id } })).toMatchObject({ participants: 4, yesVotes: null });
  expect((await recount(t.database)).mismatches).toEqual([]);
});

describe("a recount of secret surveys finds", () => {
  const insertSums = (id: string) =>
    sql`insert into secret_tallies (survey_id, yes, no, unsure) values (${id}, 0, 0, 0)`;
  test.each([
    {
      what: "an answer without a voter",
      wrong: (id: string) => sql`update secret_tallies set no = no + 1 where survey_id = ${id}`,
      right: (id: string) => sql`update secret_tallies set no = no - 1 where survey_id = ${id}`,
      found: { participants: 5, marked: 5, answered: 6, isMisplaced: false },
    },
    {
      what: "a voter without an answer",
      wrong: (id: string) => sql`insert into secret_voters (survey_id, voter, ticket_hash) values (${id}, 'none', '')`,
      right: (id: string) => sql`delete from secret_voters where survey_id = ${id} and voter = 'none'`,
      found: { participants: 5, marked: 6, answered: 5, isMisplaced: false },
    },
    {
      what: "a wrong number of participants",
      wrong: (id: string) => sql`update ballot_boxes set participants = participants + 1 where survey_id = ${id}`,
      right: (id: string) => sql`update ballot_boxes set participants = participants - 1 where survey_id = ${id}`,
      found: { participants: 6, marked: 5, answered: 5, isMisplaced: false },
    },
    {
      what: "answers in the ballot box before the close",
      wrong: (id: string) => sql`update ballot_boxes set yes_votes = 1 where survey_id = ${id}`,
      right: (id: string) => sql`update ballot_boxes set yes_votes = 0 where survey_id = ${id}`,
      found: { participants: 5, marked: 5, answered: 5, isMisplaced: true },
    },
    {
      what: "sums after the close",
      isClosed: true,
      wrong: insertSums,
      right: (id: string) => sql`delete from secret_tallies where survey_id = ${id}`,
      found: { participants: 5, marked: 5, answered: 5, isMisplaced: true },
    },
  ])("$what", async ({ wrong, right, found, isClosed = false }) => {
    const id = await makeSecret();
    await castAll(id, [1, 1, 0, 2, 0]);
    if (isClosed) await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
    expect((await recount(t.database)).mismatches).toEqual([]);
    await wrong(id).execute(t.database.db);
    expect((await recount(t.database)).mismatches).toEqual([{ surveyId: id, ...found }]);
    await right(id).execute(t.database.db);
    expect((await recount(t.database)).mismatches).toEqual([]);
  });
});

// Security: F12
test("rows that a reader still holds are erased when the reader has ended", async () => {
  const id = await makeSecret();
  await castAll(id, [1, 0, 1, 0, 1]);
  let end = () => {};
  const reading = t.database.snapshot(async ({ db }) => {
    await db.selectFrom("ballot_boxes").select("survey_id").execute();
    await new Promise<void>((resolve) => {
      end = resolve;
    });
  });
  await expect.poll(() => end.name).not.toBe("end");
  await t.request(surveys.closeSurvey, { as: people.surveyor, params: { id } });
  await eraseClosed(t.database);
  expect(await rowsOf("secret_erasures", id)).toHaveLength(1);
  end();
  await reading;
  await expect.poll(() => afterErasure(id)).toEqual([]);
});

test("an erasure that waits in a restored backup is completed, whatever server it comes from", async () => {
  const later = { survey_id: "restored", closing: String(2 ** 62) };
  await t.database.db.insertInto("secret_erasures").values(later).execute();
  expect(await afterErasure("restored")).toEqual([]);
});

/**
 * The permutation twin: two databases in which the same people voted in the same order, with the same sums, but with
 * other answers. Whatever differs between them would tell something about a person's answer.
 */
describe("two databases with permuted answers", () => {
  const ballots = secretBallots(Array.from({ length: 40 }, (_, index) => ([1, 0, 2, 1, 1] as const)[index % 5] ?? 0));
  const permuted = ballots.map((ballot, index) => ({ ...ballot, choice: ballots.at(-1 - index)?.choice ?? 0 }));
  let twins: FreshDatabase[] = [];
  beforeAll(async () => {
    twins = await Promise.all([makeTwin(), makeTwin()]);
    for (const [index, { database }] of twins.entries())
      await castInBatches(database, index === 0 ? ballots : permuted);
  });
  afterAll(() => Promise.all(twins.map((twin) => twin.remove())));

  async function makeTwin(): Promise<FreshDatabase> {
    const twin = await freshDatabase();
    await insertSecretSurvey(twin.database);
    return twin;
  }

  /** In batches of one to four votes. */
  async function castInBatches(database: Database, all: readonly Ballot[]): Promise<void> {
    for (let from = 0, size = 1; from < all.length; from += size, size = (size % 4) + 1)
      await storeBallots(database, all.slice(from, from + size));
  }

  // Security: F12
  test("are equal row by row, in the order and with the transactions in which PostgreSQL stores them", async () => {
    const [first, second] = await Promise.all(twins.map(({ database }) => dump(database)));
    expect(first?.secret_voters).toHaveLength(ballots.length);
    expect(second).toEqual(first);
  });

  test.runIf(inject("engine") === "sqlite")("are equal byte by byte, once SQLite's log is empty", async () => {
    const files = await Promise.all(
      twins.map(async ({ database, dataDir }) => {
        expect(await database.truncateWal?.()).toBe(true);
        expect(readFileSync(join(dataDir, "survey-app.sqlite-wal"))).toHaveLength(0);
        return readFileSync(join(dataDir, "survey-app.sqlite"));
      }),
    );
    expect(files[0]?.equals(files[1] as Buffer)).toBe(true);
  });

  // Security: F12
  test("have the same backup, which is sorted by people and not by the order of their votes", async () => {
    const [first, second] = await Promise.all(twins.map((twin) => backedUp(twin)));
    expect(second).toEqual(first);
    const marks = ballots.map(({ userId, ticketHash }) => [SECRET_SURVEY, userId, ticketHash]);
    expect(first?.secret_voters?.map((row) => JSON.parse(row))).toEqual(marks.sort());
  });

  // Security: F12
  test.runIf(inject("engine") === "sqlite")("keep no trace of other sums in the file after the close", async () => {
    const few = await Promise.all([makeTwin(), makeTwin()]);
    const files: Buffer[] = [];
    // Fewer than five votes, whose sums the close only deletes.
    for (const [index, { database, dataDir }] of few.entries()) {
      for (const ballot of ballots.slice(0, 4))
        await storeBallots(database, [{ ...ballot, choice: index === 0 ? 1 : 0 }]);
      await database.transaction(async (tx) => {
        const box = await lockBallotBox(tx, SECRET_SURVEY);
        if (box) await moveTallyToBox(tx, SECRET_SURVEY, box);
      });
      await eraseClosed(database);
      expect(await database.truncateWal?.()).toBe(true);
      files.push(readFileSync(join(dataDir, "survey-app.sqlite")));
    }
    expect(files[0]?.equals(files[1] as Buffer)).toBe(true);
    await Promise.all(few.map((twin) => twin.remove()));
  });

  /**
   * All rows in the order of storage; on PostgreSQL with the ranks of their transactions, and where rows are only
   * inserted with their places. An updated row moves within its page when PostgreSQL prunes it, which depends on other
   * transactions.
   */
  async function dump({ db, dialect }: Database): Promise<Record<string, unknown[]>> {
    const tables = ["ballot_boxes", "secret_voters", "secret_tallies", "votes", "surveys", "survey_days"];
    const rank = sql`, dense_rank() over (order by xmin::text::bigint) as transaction`;
    const dumped = tables.map(async (table) => {
      const place = table === "secret_voters" ? sql`, ctid` : sql``;
      const columns = dialect.engine === "postgres" ? sql`${place}${rank}` : sql``;
      const { rows } = await sql`select *${columns} from ${sql.table(table)}`.execute(db);
      return [table, rows] as const;
    });
    return Object.fromEntries(await Promise.all(dumped));
  }

  const backedUp = (source: SnapshotSource) =>
    withSnapshot(source, async ({ tables, rows }) => {
      const all: Record<string, string[]> = {};
      for (const table of tables) {
        all[table.name] = [];
        for await (const some of rows(table)) all[table.name]?.push(...some);
      }
      return all;
    });
});
