import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { getSurvey, listPublishedSurveys, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { listUsers } from "@survey-app/contract/users/users.ts";
import { sql } from "kysely";
import pg from "pg";
import { describe, expect, inject, test } from "vitest";
import type { MainDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { encodeFormerTerm } from "../database/searchText.ts";
import { openImageFiles } from "../images/openImageFiles.ts";
import { createArchiveKeys } from "../ops/backups/archiveKeys.ts";
import { checkBackup } from "../ops/backups/checkBackup.ts";
import { restoreBackup } from "../ops/backups/restoreBackup.ts";
import { type StoredTable, storedTables } from "../ops/backups/schema.sql.ts";
import { withSnapshot } from "../ops/backups/snapshot.sql.ts";
import { writeBackup } from "../ops/backups/writeBackup.ts";
import { foldStoredTexts } from "../ops/foldedTexts.sql.ts";
import { openDatabase } from "../process/openDatabase.ts";
import { makeEveryKindOfSurvey } from "../testing/everyKindOfSurvey.ts";
import { emptyDatabase, freshDatabase, SQLITE_FILE } from "../testing/freshDatabase.ts";
import { invitedSurveys } from "../testing/invitedSurveys.ts";
import { createUsersOfEveryRole } from "../testing/people.ts";
import { appOn, type TestApp, testApp } from "../testing/testApp.ts";
import { SECRET } from "../testing/testConfig.ts";
import { removeFormerAddresses } from "../voters/deletedAddresses.sql.ts";
import { findOrphans, findStaleBoxes, recount } from "../votes/ledger/verify.sql.ts";
import { findBrokenChains } from "../votes/ledger/verifyChains.sql.ts";

const keys = createArchiveKeys([SECRET]);

/**
 * One folder for each released version whose migrations differ: its databases, and what visitors saw of their surveys.
 */
const STORED = join(import.meta.dirname, "stored");
const engine = inject("engine");
const fileOf = (version: string) => join(STORED, version, engine === "sqlite" ? "sqlite.gz" : "postgres.sql.gz");
const expectedOf = (version: string) => join(STORED, version, `${engine}.json`);

/** A visitor's view of a survey. It does not depend on the time, because deadlines that have not passed are in 2100. */
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

  test("is upgraded to the tables of a new one, and every count and every ledger is right", async () => {
    const [t, fresh] = await Promise.all([upgraded(version), freshDatabase()]);
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
    const t = await upgraded(version);
    const { surveys, unused } = expected();
    for (const survey of surveys)
      expect(seen(await t.request(getSurvey, { params: { id: survey._id } }))).toEqual(survey);
    const { surveyor, admin, user } = await createUsersOfEveryRole(t.database, t.tokens);
    const invited = invitedSurveys(() => ({ t, surveyor, admin }));
    const open = surveys.filter(({ Title }) => Title.endsWith("an account on an open survey, open?"));
    expect(open).toHaveLength(5);
    /**
     * The hash of the question as the page that has loaded it says it; ballots name it, although the migration could
     * not compute it.
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

test.each(readdirSync(STORED))("a backup of version %s is restored into the tables of this one", async (version) => {
  const [stored, target, fresh] = [await storedDatabase(version), await emptyDatabase(), await freshDatabase()];
  const path = join(stored.dataDir, "backup.tar");
  const imagesOf = ({ dataDir }: { dataDir: string }) => openImageFiles({ dataDir, bucket: null });
  await withSnapshot(stored, (snapshot) => writeBackup(path, snapshot, { images: imagesOf(stored), keys }));
  const database = openDatabase(target);
  const file = await open(path);
  const restored = await restoreBackup(database, file, await checkBackup(file), { images: imagesOf(target), keys });
  await file.close();
  expect(restored).toMatchObject({ surveys: expect.any(Number), votes: expect.any(Number) });
  expect(await columnsOf(database)).toEqual(await columnsOf(fresh.database));
  const { votes, mismatches } = await recount(database);
  expect([votes, mismatches]).toEqual([restored.votes, []]);
  expect(await findStaleBoxes(database)).toEqual([]);
  expect(await findOrphans(database)).toEqual([]);
  const remove = async () => {
    await database.close();
    await target.remove();
  };
  const t = await appOn({ ...target, database, remove });
  const { surveys, unused } = JSON.parse(readFileSync(expectedOf(version), "utf8")) as Expected;
  for (const survey of surveys)
    expect(seen(await t.request(getSurvey, { params: { id: survey._id } }))).toEqual(survey);
  const { surveyor, admin } = await createUsersOfEveryRole(t.database, t.tokens);
  const invited = invitedSurveys(() => ({ t, surveyor, admin }));
  expect((await invited.vote(unused.id, await invited.open(unused.code), 1)).statusCode).toBe(200);
  await t.close();
  await Promise.all([stored, fresh].map((each) => each.remove()));
});

test("texts that version 1.0 has stored and writes are found without their accents once the job has run", async () => {
  const t = await upgraded("1.0");
  const { db } = t.database;
  const { surveyor, admin, user } = await createUsersOfEveryRole(t.database, t.tokens);
  const id = await t.makeSurvey(surveyor, { publishedBy: admin, Title: "Größe oder Höhe?" });
  // As version 1.0 writes them.
  await db.updateTable("users").set({ name: "Zoë Łęcka" }).where("id", "=", user.id).execute();
  const former = `  ${encodeFormerTerm("Größe oder Höhe?")}`;
  await db.updateTable("surveys").set({ search_text: former }).where("id", "=", id).execute();
  const found = async (q: string) => [
    ...(await t.request(listPublishedSurveys, { query: { q, limit: 100 } })).map(({ _id }) => _id),
    ...(await t.request(listUsers, { as: admin, query: { q } })).map(({ _id }) => _id),
  ];
  expect(await found("größe")).toEqual([id]);
  expect(await found("zoë łęcka")).toEqual([user.id]);
  await foldStoredTexts(t.database);
  for (const q of ["größe", "GROSSE"]) expect(await found(q), q).toEqual([id]);
  for (const q of ["zoë łęcka", "zoe lecka"]) expect(await found(q), q).toEqual([user.id]);
  await t.close();
});

describe("addresses at deleted.invalid that version 1.0 has stored", () => {
  test("are removed from deleted accounts only, by the account's own id, once no instance of 1.0 runs", async () => {
    const t = await upgraded("1.0");
    const { db } = t.database;
    const { user, pro, surveyor } = await createUsersOfEveryRole(t.database, t.tokens);
    const setUser = (id: string, values: { email: string; status?: string }) =>
      db.updateTable("users").set(values).where("id", "=", id).execute();
    // As 1.0 deleted an account; one whose owner typed the id of another, and one with its own id that is not deleted.
    await setUser(user.id, { email: `${user.id}@deleted.invalid`, status: "Deleted" });
    await setUser(pro.id, { email: "somebody@deleted.invalid" });
    await setUser(surveyor.id, { email: `${surveyor.id}@deleted.invalid` });
    const addresses = async () => {
      const ids = [user.id, pro.id, surveyor.id];
      const rows = await db.selectFrom("users").select(["id", "email"]).where("id", "in", ids).execute();
      return new Map(rows.map(({ id, email }) => [id, email]));
    };
    await removeFormerAddresses(t.database);
    expect((await addresses()).get(user.id)).toBe(`${user.id}@deleted.invalid`);
    const aDayAgo = new Date(Date.now() - DAY_MS - 1).toISOString();
    await sql`update kysely_migration set timestamp = ${aDayAgo}`.execute(db);
    // Two starts: the second doesn't have anything to do.
    for (let start = 1; start <= 2; start++) {
      await removeFormerAddresses(t.database);
      expect(await addresses()).toEqual(
        new Map([
          [user.id, null],
          [pro.id, "somebody@deleted.invalid"],
          [surveyor.id, `${surveyor.id}@deleted.invalid`],
        ]),
      );
    }
    await t.close();
  });

  test("are removed from lists at the first start, also those that 1.0 writes during the upgrade", async () => {
    const t = await upgraded("1.0");
    const { db } = t.database;
    const { surveyor, admin } = await createUsersOfEveryRole(t.database, t.tokens);
    const invited = invitedSurveys(() => ({ t, surveyor, admin }));
    const { id } = await invited.makeOpen(1, {}, ["gone@example.org", "a@example.org", "b@example.org"]);
    const found = await invited.list(id);
    const idOf = (email: string) => found.find((each) => each.email === email)?._id ?? "";
    const gone = idOf("gone@example.org");
    const setRow = (rowId: string, values: { email: string; wants_email?: number }) =>
      db.updateTable("invitations").set(values).where("survey_id", "=", id).where("id", "=", rowId).execute();
    await setRow(gone, { email: `${gone}@deleted.invalid`, wants_email: 0 });
    // A person who doesn't want emails, with the id of another person, and one who wants them.
    await setRow(idOf("a@example.org"), { email: `${surveyor.id}@deleted.invalid`, wants_email: 0 });
    await setRow(idOf("b@example.org"), { email: `${idOf("b@example.org")}@deleted.invalid` });
    await removeFormerAddresses(t.database);
    const shown = (await invited.list(id)).map(({ label, email, isDeleted }) => [label, email, isDeleted]);
    expect(shown).toEqual([
      ["Code 1", null, false],
      ["Deleted user", null, true],
      ["", `${surveyor.id}@deleted.invalid`, false],
      ["", `${idOf("b@example.org")}@deleted.invalid`, false],
    ]);
    await t.close();
  });
});

/** A copy of the database that a version has stored. */
async function storedDatabase(version: string): Promise<Awaited<ReturnType<typeof emptyDatabase>>> {
  const empty = await emptyDatabase();
  const content = gunzipSync(readFileSync(fileOf(version)));
  if (empty.databaseUrl === null) writeFileSync(join(empty.dataDir, SQLITE_FILE), content);
  else await runSql(empty.databaseUrl, String(content));
  return empty;
}

/** The app on a copy of the database that a version has stored, migrated to this one. */
async function upgraded(version: string): Promise<TestApp> {
  const empty = await storedDatabase(version);
  const database = openDatabase(empty);
  await migrate(database);
  const remove = async () => {
    await database.close();
    await empty.remove();
  };
  return appOn({ ...empty, database, remove });
}

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
