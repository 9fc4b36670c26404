import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, openDatabase } from "../database.ts";

const dataDir = mkdtempSync(join(tmpdir(), "survey-app-test-"));
let database: Database;

beforeAll(async () => {
  database = openDatabase({ databaseUrl: null, dataDir });
  await sql`create table owners (id integer primary key)`.execute(database.db);
  await sql`create table pets (owner integer references owners (id) deferrable initially deferred)`.execute(
    database.db,
  );
  await sql`insert into owners values (1)`.execute(database.db);
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true });
});

test.skipIf(process.platform === "win32")("the database and its log are readable only by their owner", () => {
  const files = readdirSync(dataDir);
  expect(files).toContain("survey-app.sqlite-wal");
  for (const name of files) expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(0o600);
});

test.runIf(process.platform === "linux")("all connections together keep SQLite's lock on the file", async () => {
  const second = openDatabase({ databaseUrl: null, dataDir });
  await sql`select 1 from owners`.execute(second.forLists.db);
  await second.snapshot(({ db }) => sql`select 1 from owners`.execute(db));
  const { ino } = statSync(join(dataDir, "survey-app.sqlite"));
  const locks = readFileSync("/proc/locks", "utf8").split("\n");
  const own = locks.filter((lock) => lock.includes(` ${process.pid} `) && lock.includes(`:${ino} `));
  expect(own).toEqual([expect.stringContaining("POSIX  ADVISORY  READ")]);
  await second.close();
});

const countPets = async () =>
  (await sql<{ pets: number }>`select count(*) as pets from pets`.execute(database.db)).rows[0]?.pets;

test.each([
  ["SQLite has already ended", sql`insert or rollback into owners values (1)`, /UNIQUE/],
  ["can't be committed", sql`insert into pets values (99)`, /FOREIGN KEY/],
])("a transaction that %s stores nothing, reports why, and lets others write", async (_, statement, why) => {
  const before = await countPets();
  const failing = database.transaction(async ({ db }) => {
    await sql`insert into pets values (1)`.execute(db);
    await statement.execute(db);
  });
  await expect(failing).rejects.toThrow(why);
  expect(await countPets()).toBe(before);
  await database.transaction(({ db }) => sql`insert into pets values (1)`.execute(db));
  expect(await countPets()).toBe((before ?? 0) + 1);
});

test("concurrent transactions run one after the other, and reads see committed data", async () => {
  const before = (await countPets()) ?? 0;
  await Promise.all(
    Array.from({ length: 20 }, () => database.transaction(({ db }) => sql`insert into pets values (1)`.execute(db))),
  );
  expect(await countPets()).toBe(before + 20);
});

test("a read does not wait for a running transaction, and sees the state before it", async () => {
  const before = await countPets();
  await database.transaction(async ({ db }) => {
    await sql`insert into pets values (1)`.execute(db);
    expect(await countPets()).toBe(before);
  });
  expect(await countPets()).toBe((before ?? 0) + 1);
});
