import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { openDatabase } from "../../server/process/openDatabase.ts";
import { openTcpProxy } from "../../server/testing/tcpProxy.ts";
import { canStartPostgres, startPostgres } from "../../tools/test/postgres.ts";
import { cutPower } from "./powerCut.ts";
import { startPair } from "./serverPair.sql.ts";
import { type Fault, type TortureReport, torture } from "./torture.ts";
import { cutConnections, failOver, fillDisk, killPostgres, killServer, mountSmallDisk } from "./tortureFaults.ts";

const isNightly = inject("isNightly");
/** The short form; `npm run soak -- torture` is the long one. */
const SHORT = { seed: 7, voters: 600, surveys: 25, reads: 100, votes: 100, pauseMs: 300 };

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "survey-app-test-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

/** The number of times that PostgreSQL is killed before its connections are cut. */
const KILLS = 2;

async function run(fault: Fault, times: number, databaseUrl: string | null = null, proxyUrl = databaseUrl) {
  const database = openDatabase({ databaseUrl, dataDir });
  const env = { DATA_DIR: dataDir, ...(proxyUrl && { DATABASE_URL: proxyUrl }) };
  return torture({ database, env, fault, times, ...SHORT }).finally(() => database.close());
}

function expectWhole({ lost, doubled, wrongReads, unexpected, reads, acknowledged, changed }: TortureReport): void {
  expect({ lost, doubled, wrongReads, unexpected }).toEqual({ lost: [], doubled: [], wrongReads: [], unexpected: [] });
  for (const [where, count] of Object.entries(reads)) expect(count, where).toBeGreaterThan(0);
  expect(acknowledged).toBeGreaterThanOrEqual(SHORT.votes);
  expect(changed).toBeGreaterThan(0);
}

describe.runIf(inject("engine") === "sqlite")("votes at full speed on SQLite", () => {
  test("survive killing the server: none is lost, none duplicated, every total read is right", async () => {
    const report = await run(killServer, isNightly ? 3 : 1);
    expectWhole(report);
    expect(report.inDoubt).toBeGreaterThan(0);
  }, 300_000);

  test.runIf(isNightly)(
    "survive a power cut that leaves only synced bytes",
    async ({ skip }) => {
      const report = (await cutPower({ ...SHORT, times: 3 })) ?? skip("this machine has no C compiler");
      const { lost, doubled, unexpected, acknowledged } = report;
      expect({ lost, doubled, unexpected }).toEqual({ lost: [], doubled: [], unexpected: [] });
      expect(acknowledged).toBeGreaterThan(0);
    },
    300_000,
  );

  test("are rejected while the disk is full, also after a start on it, and continue when there is space", async ({
    skip,
  }) => {
    const disk = mountSmallDisk(dataDir, 32) ?? skip("this user may not mount a small disk");
    try {
      // The second time, the server is killed and starts on the full disk.
      const report = await run(fillDisk(disk, 1000), 2);
      expectWhole(report);
      expect(report.refused).toBeGreaterThan(0);
    } finally {
      disk.remove();
    }
  }, 300_000);
});

const hasPostgres = inject("engine") === "postgres" && canStartPostgres();
describe.runIf(isNightly && hasPostgres)("votes at full speed on PostgreSQL", () => {
  test("survive a failover to a standby with synchronous replication, without a restart", async () => {
    const pair = await startPair();
    try {
      const report = await run(failOver(pair), 1, pair.url);
      expectWhole(report);
      expect(report.refused).toBeGreaterThan(0);
    } finally {
      await pair.stop();
    }
  }, 300_000);

  test("survive killing PostgreSQL and cutting all connections to it", async () => {
    const postgres = await startPostgres({ own: true });
    const proxy = await openTcpProxy(postgres.url);
    const [killed, cut] = [killPostgres(postgres), cutConnections(proxy, 2500)];
    let strikes = 0;
    try {
      const fault: Fault = (...given) => (strikes++ < KILLS ? killed : cut)(...given);
      const report = await run(fault, KILLS + 1, postgres.url, proxy.url);
      expectWhole(report);
      expect(report.refused).toBeGreaterThan(0);
    } finally {
      proxy.close();
      await postgres.stop();
    }
  }, 300_000);
});
