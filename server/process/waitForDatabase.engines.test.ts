import { availableParallelism } from "node:os";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { askForRoom } from "../database/postgres/room.ts";
import { freePort } from "../testing/browser.ts";
import { launchInstance } from "../testing/instances.ts";
import { openTcpProxy } from "../testing/tcpProxy.ts";
import { type TestApp, testApp, WITHOUT_POLLS } from "../testing/testApp.ts";
import { PUBLIC_URL, SECRET } from "../testing/testConfig.ts";
import { countWorkers } from "./countWorkers.ts";

describe.runIf(inject("engine") === "postgres")("the start on PostgreSQL", () => {
  let t: TestApp;
  let name: string;
  beforeAll(async () => {
    t = await testApp({}, WITHOUT_POLLS);
    name = new URL(t.databaseUrl ?? "").pathname.slice(1);
  });
  afterAll(() => t.close());

  /** Starts the server as in production, without waiting until it is ready. */
  async function launch(env: Record<string, string>) {
    const port = await freePort();
    const settings = { PUBLIC_URL, SESSION_SECRET: SECRET, DATA_DIR: t.dataDir, DATABASE_URL: t.databaseUrl ?? "" };
    const child = await launchInstance(port, { ...settings, ...env });
    onTestFinished(() => child.stop());
    const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok ?? false;
    return { ...child, isReady };
  }

  /** Limits the connections of other users than the server's administrators, until the end of the test. */
  async function limitConnections(most: number): Promise<void> {
    const set = (value: number) =>
      sql`alter database ${sql.id(name)} connection limit ${sql.lit(value)}`.execute(t.database.db);
    await set(most);
    onTestFinished(async () => void (await set(-1)));
  }

  /** The number of connections to the database that aren't this test's. */
  async function connectionsOf(pids: readonly number[]): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = ${name} and not (pid = any(${pids as number[]}))`.execute(t.database.db);
    return rows[0]?.count ?? 0;
  }

  async function presentConnections(): Promise<number[]> {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where datname = ${name}`.execute(
      t.database.db,
    );
    return rows.map(({ pid }) => pid);
  }

  test("it waits for a database that is late, says so, and then serves", async () => {
    const proxy = await openTcpProxy(t.databaseUrl ?? "");
    onTestFinished(proxy.close);
    proxy.cut("refusing");
    const server = await launch({ DATABASE_URL: proxy.url });
    await expect
      .poll(server.output, { timeout: 30_000 })
      .toMatch(/^The database at DATABASE_URL does not answer\. The server asks again in 1 s\.\n.*again in 2 s\./s);
    proxy.cut("open");
    await expect.poll(server.isReady, { timeout: 30_000 }).toBe(true);
  });

  test("SIGTERM ends the wait", async () => {
    const server = await launch({ DATABASE_URL: "postgres://127.0.0.1:1/app" });
    await expect.poll(server.output, { timeout: 30_000 }).toContain("does not answer");
    process.kill(server.pid, "SIGTERM");
    expect(await server.exited).toBe(143);
  });

  test("the connections that it may open are those of the server, unless the database or the user has fewer", async () => {
    const of = async (setting: string) =>
      Number(
        (await sql<{ value: string }>`select current_setting(${setting}, true) as value`.execute(t.database.db)).rows[0]
          ?.value ?? 0,
      );
    const ofServer =
      (await of("max_connections")) - (await of("superuser_reserved_connections")) - (await of("reserved_connections"));
    const url = t.databaseUrl ?? "";
    expect(await askForRoom(url)).toMatchObject({ allowed: ofServer });
    await limitConnections(40);
    const room = await askForRoom(url);
    expect(room).toMatchObject({ allowed: 40 });
    const machine = { cores: 64, bytes: Number.POSITIVE_INFINITY };
    expect(countWorkers({ workers: "auto", connections: 6 }, room, machine).count).toBe(5);
  });

  test("WORKERS=auto starts no more workers than the database has connections for", async () => {
    await limitConnections(13);
    const before = await presentConnections();
    const server = await launch({ WORKERS: "auto", DATABASE_CONNECTIONS: "6" });
    await expect.poll(server.isReady, { timeout: 30_000 }).toBe(true);
    if (availableParallelism() > 1)
      await expect
        .poll(server.output)
        .toMatch(/WORKERS=auto starts 1 worker on \d+ cores: each opens up to 7 connections/);
    expect(await connectionsOf(before)).toBeLessThanOrEqual(7);
  });
});
