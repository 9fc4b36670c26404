import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openDatabase } from "../../process/openDatabase.ts";
import { waitFor } from "../../testing/waitFor.ts";
import type { MainDatabase } from "../database.ts";
import { separateThreads, type Threads } from "./workerClient.ts";

const dataDir = mkdtempSync(join(tmpdir(), "survey-app-test-"));
let database: MainDatabase;

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

test("a reader thread ends after half a minute without a request, and comes back with the next one", async () => {
  let running = 0;
  const threads: Threads = {
    start(entry) {
      running++;
      return separateThreads.start(entry);
    },
    async end(thread) {
      running--;
      return separateThreads.end(thread);
    },
  };
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const resting = openDatabase({ databaseUrl: null, dataDir, threads });
    const list = () => sql`select 1 as one`.execute(resting.forLists.db);
    expect(running).toBe(1);
    await Promise.all([list(), list()]);
    vi.advanceTimersByTime(29_999);
    expect(running).toBe(2);
    // Each request restarts the half minute.
    await list();
    vi.advanceTimersByTime(29_999);
    expect(running).toBe(2);
    vi.advanceTimersByTime(1);
    // Until the thread has closed its connection.
    await waitFor(() => expect(running).toBe(1));
    expect((await list()).rows).toEqual([{ one: 1 }]);
    expect(running).toBe(2);
    await resting.close();
    expect(running).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("a thread of snapshots outlasts the longest transaction between two statements", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const pets = await database.snapshot(async ({ db }) => {
      const count = async () => (await sql`select * from pets`.execute(db)).rows.length;
      const before = await count();
      await sql`insert into pets values (1)`.execute(database.db);
      vi.advanceTimersByTime(9999);
      return { before, after: await count() };
    });
    expect(pets.after).toBe(pets.before);
  } finally {
    vi.useRealTimers();
  }
});

// Security: F12
test("a snapshot ends after ten seconds, so that the log can be truncated", async () => {
  const read = (db: MainDatabase["db"]) => sql`select * from pets`.execute(db);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  try {
    await database
      .snapshot(async ({ db }) => {
        await read(db);
        await sql`insert into pets values (1)`.execute(database.db);
        vi.advanceTimersByTime(9999);
        await read(db);
        expect(await database.truncateWal?.()).toBe(false);
        vi.advanceTimersByTime(1);
        await expect(read(db)).rejects.toThrow("The transaction took too long");
        await waitFor(async () => expect(await database.truncateWal?.()).toBe(true));
      })
      .catch((error: Error) => expect(error.message).toMatch(/no transaction is active/));
  } finally {
    vi.useRealTimers();
  }
  expect(await database.snapshot(({ db }) => read(db))).toBeDefined();
});

// Security: F12
test("the log is truncated although lists and writes overlap all the time", async () => {
  const slowly = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 50000)
    select count(*) as counted from n, (select count(*) from pets)`;
  let isOver = false;
  const repeat = async (work: () => Promise<unknown>) => {
    while (!isOver) await work();
  };
  const sizeOf = () => statSync(join(dataDir, "survey-app.sqlite-wal")).size;
  const running = [
    ...Array.from({ length: 4 }, () => repeat(() => slowly.execute(database.forLists.db))),
    repeat(async () => {
      await sql`insert into pets values (1)`.execute(database.db);
      void database.truncateWalSoon?.();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }),
  ];
  try {
    // Only once all reads run, because the first truncation may come before them.
    await new Promise((resolve) => setTimeout(resolve, 500));
    let size = 0;
    await waitFor(() => {
      const before = size;
      size = sizeOf();
      expect(size).toBeLessThan(before);
    }, 5);
  } finally {
    isOver = true;
    await Promise.all(running);
  }
}, 30_000);
