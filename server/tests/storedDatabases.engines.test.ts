import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { getSurvey, type Survey } from "@survey-app/contract/surveys.ts";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, inject, test } from "vitest";
import type { MainDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { type StoredTable, storedTables } from "../ops/backups/schema.sql.ts";
import { openDatabase } from "../process/openDatabase.ts";
import { makeEveryKindOfSurvey } from "../testing/everyKindOfSurvey.ts";
import { emptyDatabase, freshDatabase, SQLITE_FILE } from "../testing/freshDatabase.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { appOn, type TestApp, testApp } from "../testing/testApp.ts";
import { findOrphans, findStaleBoxes, recount } from "../votes/ledger/verify.sql.ts";
import { findBrokenChains } from "../votes/ledger/verifyChains.sql.ts";

/** One folder for each released version whose migrations differ: its databases, and what visitors saw of their surveys. */
const STORED = join(import.meta.dirname, "stored");
const engine = inject("engine");
const fileOf = (version: string) => join(STORED, version, engine === "sqlite" ? "sqlite.gz" : "postgres.sql.gz");
const expectedOf = (version: string) => join(STORED, version, `${engine}.json`);

/** What a visitor sees of a survey. It does not depend on the time, because deadlines that have not passed are in 2100. */
type Seen = Pick<Survey, "_id" | "Title" | "participants" | "totalVotes" | "yesVotes" | "noVotes" | "unsureVotes">;

/** The expected content of a stored database. `unused` is a code with which nobody has voted. */
interface Expected {
  surveys: Seen[];
  unused: { id: string; code: string };
}

const seen = ({ _id, Title, participants, totalVotes, yesVotes, noVotes, unsureVotes }: Survey): Seen => ({
  _id,
  Title,
  participants,
  totalVotes,
  yesVotes,
  noVotes,
  unsureVotes,
});

/** Set by the command that stores the databases of a release (CONTRIBUTING.md). */
const storedVersion = inject("storedVersion");
test.runIf(storedVersion)("a database with surveys of every kind is stored", async () => {
  const version = String(storedVersion);
  const t = await testApp();
  const unused = await makeEveryKindOfSurvey(t);
  const published = await t.database.db
    .selectFrom("surveys")
    .select("id")
    .where("status", "=", 2)
    .where("starts_at", "<", Date.now())
    .orderBy("id")
    .execute();
  const surveys = await Promise.all(
    published.map(async ({ id }) => seen(await t.request(getSurvey, { params: { id } }))),
  );
  mkdirSync(join(STORED, version), { recursive: true });
  const database = t.databaseUrl === null ? await copySqlite(t) : dumpPostgres(t.databaseUrl);
  writeFileSync(fileOf(version), gzipSync(database, { level: 9 }));
  writeFileSync(expectedOf(version), `${JSON.stringify({ surveys, unused } satisfies Expected, null, 2)}\n`);
  await t.close();
});

describe.each(readdirSync(STORED))("a database that version %s has stored", (version) => {
  const expected = () => JSON.parse(readFileSync(expectedOf(version), "utf8")) as Expected;

  /** The app on a copy of the stored database, migrated to this version. */
  async function upgraded(): Promise<TestApp> {
    const empty = await emptyDatabase();
    const content = gunzipSync(readFileSync(fileOf(version)));
    if (empty.databaseUrl === null) writeFileSync(join(empty.dataDir, SQLITE_FILE), content);
    else await runSql(empty.databaseUrl, String(content));
    const database = openDatabase(empty);
    await migrate(database);
    const remove = async () => {
      await database.close();
      await empty.remove();
    };
    return appOn({ ...empty, database, remove });
  }

  test("is upgraded to the tables of a new one, and every count and every ledger is right", async () => {
    const [t, fresh] = await Promise.all([upgraded(), freshDatabase()]);
    expect(await columnsOf(t.database)).toEqual(await columnsOf(fresh.database));
    await fresh.remove();
    const { surveys, votes, mismatches } = await recount(t.database);
    expect(surveys).toBeGreaterThanOrEqual(expected().surveys.length);
    expect(votes).toBeGreaterThan(expected().surveys.length);
    expect(mismatches).toEqual([]);
    expect(await findStaleBoxes(t.database)).toEqual([]);
    expect(await findOrphans(t.database)).toEqual([]);
    expect(await findBrokenChains(t.database)).toEqual([]);
    await t.close();
  });

  test("shows the same results, and takes votes by account and by a code of that time", async () => {
    const t = await upgraded();
    const { surveys, unused } = expected();
    for (const survey of surveys)
      expect(seen(await t.request(getSurvey, { params: { id: survey._id } }))).toEqual(survey);
    const { surveyor, admin, user } = await createUsersOfEveryRole(t.database, t.tokens);
    const invited = invitedSurveys(() => ({ t, surveyor, admin }));
    const open = surveys.filter(({ Title }) => Title.endsWith("an account on an open survey, open?"));
    expect(open).toHaveLength(5);
    /**
     * As the page that has loaded it says it; ballots are compared with a hash that the migration could not compute.
     */
    const questionOf = async (id: string) => ({
      question: (await t.request(getSurvey, { params: { id } })).label.questionHash,
    });
    for (const { _id } of open)
      expect((await invited.castByAccount(_id, user, 1, await questionOf(_id))).statusCode).toBe(200);
    const opened = await invited.open(unused.code);
    expect((await invited.vote(unused.id, opened, 1, await questionOf(unused.id))).statusCode).toBe(200);
    await t.close();
  });
});

async function copySqlite({ database, dataDir }: TestApp): Promise<Buffer> {
  const copy = join(dataDir, "copy.sqlite");
  await sql`vacuum into ${copy}`.execute(database.db);
  return readFileSync(copy);
}

/** @returns SQL, without the commands of `psql`, which begin with a backslash */
function dumpPostgres(url: string): string {
  const options = ["--inserts", "--no-owner", "--no-privileges", url];
  const dump = execFileSync("pg_dump", options, { encoding: "utf8", maxBuffer: 2 ** 28 });
  return dump.replaceAll(/^\\.*$/gm, "");
}

async function runSql(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(text);
  await client.end();
}

async function columnsOf({ db, dialect }: MainDatabase): Promise<StoredTable[]> {
  return storedTables(async (statement) => (await sql.raw(statement).execute(db)).rows as never, dialect);
}
