import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { canReplicate, type Replicated, startReplicated } from "../testing/replicated.ts";
import { openWay, type Way } from "../testing/way.ts";
import { type Changes, openChanges } from "./changes.ts";
import { type Database, openDatabase, openServer } from "./database.ts";
import { type Lists, openLists } from "./replica.ts";

const LAG_MAX_MS = 400;
const READ = "Visitors' lists are read from the replica.";

describe.runIf(inject("engine") === "postgres" && canReplicate())("lists with a replica", () => {
  let servers: Replicated;
  let database: Database;
  /** Straight to the replica, to hold it up. */
  let replica: Database;
  let way: Way;
  let lists: Lists;
  let log: string[];
  let changes: Changes;
  beforeAll(async () => {
    servers = await startReplicated();
    database = openDatabase(servers);
    replica = openServer(servers.replicaUrl, { connections: 2 });
    way = await openWay(servers.replicaUrl);
    await sql`create table noted (what text)`.execute(database.db);
  });
  afterAll(async () => {
    way?.close();
    await replica?.close();
    await database?.close();
    await servers?.remove();
  });
  afterEach(() => lists.close());

  function open({ url = way.url, lagMaxMs = LAG_MAX_MS } = {}): void {
    log = [];
    const note = (message: string) => void log.push(message);
    changes = openChanges(null);
    const options = { connections: 2, changes, log: { info: note, warn: note }, lagMaxMs, lookMs: 30 };
    lists = openLists(database, { ...options, url });
  }

  const source = () =>
    lists.read(async (from) => {
      const { rows } = await sql<{ isReplica: boolean }>`select pg_is_in_recovery() as "isReplica"`.execute(from.db);
      return rows[0]?.isReplica ? "replica" : "database";
    });
  const note = (what: string) => sql`insert into noted values (${what})`.execute(database.db);
  /** Reads that are under way on the replica. */
  const sleeping = sql`pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`;
  const countSleeping = async () => (await sql`select pid from ${sleeping}`.execute(replica.db)).rows.length;
  const noted = async (from: Database) =>
    (await sql<{ what: string }>`select what from noted`.execute(from.db)).rows.map(({ what }) => what);

  test("are read from it while it is near, also when nothing changes for long; that is logged once", async () => {
    // Long enough for a busy machine not to be late.
    const lagMaxMs = 2000;
    open({ lagMaxMs });
    await expect.poll(source).toBe("replica");
    await sleep(1.2 * lagMaxMs);
    expect(await source()).toBe("replica");
    await note("soon there");
    await expect.poll(() => lists.read(noted)).toContain("soon there");
    expect(log).toEqual([READ]);
  });

  test("are read from the database when it falls behind, and from it again once it has caught up", async () => {
    open();
    await expect.poll(source).toBe("replica");
    await sql`select pg_wal_replay_pause()`.execute(replica.db);
    try {
      await note("late");
      expect(await noted(replica)).not.toContain("late");
      await expect.poll(source).toBe("database");
      expect(await lists.read(noted)).toContain("late");
    } finally {
      await sql`select pg_wal_replay_resume()`.execute(replica.db);
    }
    await expect.poll(source).toBe("replica");
    const late = `Visitors' lists are not read from the replica: it is more than ${LAG_MAX_MS / 1000} s behind.`;
    expect(log).toEqual([READ, late, READ]);
  });

  test("are the database's until the replica has what was published or withdrawn; votes may be late", async () => {
    open();
    await expect.poll(source).toBe("replica");
    await sql`select pg_wal_replay_pause()`.execute(replica.db);
    try {
      await note("voted");
      changes.tell("all", "totals");
      expect(await source()).toBe("replica");
      await note("withdrawn");
      changes.tell(new Set(["a survey"]), "more");
      expect(await source()).toBe("database");
    } finally {
      await sql`select pg_wal_replay_resume()`.execute(replica.db);
    }
    await expect.poll(source).toBe("replica");
    expect(await lists.read(noted)).toContain("withdrawn");
  });

  test.each(["refusing", "silent"] as const)("are read without an error while it is away (%s)", async (how) => {
    open();
    await expect.poll(source).toBe("replica");
    way.cut(how);
    expect(await Promise.all(Array.from({ length: 20 }, source))).toEqual(Array(20).fill("database"));
    await expect.poll(() => log.at(-1)).toMatch(/not read from the replica: it does not answer/);
    way.cut("open");
    await expect.poll(source).toBe("replica");
  });

  test("are read without an error when it breaks off in the middle", async () => {
    open();
    await expect.poll(source).toBe("replica");
    const reading = Array.from({ length: 4 }, () =>
      lists.read(async (from) => {
        await sql`select pg_sleep(case when pg_is_in_recovery() then 60 else 0 end)`.execute(from.db);
        return noted(from);
      }),
    );
    await expect.poll(countSleeping).toBeGreaterThan(0);
    way.cut("frozen");
    for (const each of reading) expect(await each).toContain("soon there");
    way.cut("open");
    await sql`select pg_terminate_backend(pid) from ${sleeping}`.execute(replica.db);
  });

  test("are the database's where the address leads to no replica, or to nothing", async () => {
    open({ url: servers.databaseUrl });
    await expect.poll(() => log).toEqual(["Visitors' lists are not read from the replica: it is none."]);
    expect(await source()).toBe("database");
    await lists.close();
    open({ url: "postgres://nobody@127.0.0.1:1/none" });
    expect(await source()).toBe("database");
    await expect.poll(() => log).toEqual([expect.stringMatching(/does not answer \(connect ECONNREFUSED/)]);
  });

  test("are still read while the database itself is away", async () => {
    const wayToIt = await openWay(servers.databaseUrl);
    const cutOff = openServer(wayToIt.url, { connections: 2 });
    const from = openLists(cutOff, {
      url: servers.replicaUrl,
      connections: 2,
      changes: openChanges(null),
      log: { info: (message) => void log.push(message), warn: () => {} },
      lookMs: 30,
    });
    log = [];
    try {
      await expect.poll(() => log).toHaveLength(1);
      wayToIt.cut("refusing");
      await expect(noted(cutOff)).rejects.toThrow();
      for (let reads = 0; reads < 5; reads++) expect(await from.read(noted)).toContain("soon there");
    } finally {
      await from.close();
      await cutOff.close();
      wayToIt.close();
    }
  });
});
