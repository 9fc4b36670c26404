import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../server/process/openDatabase.ts";
import { openTcpProxy } from "../../server/testing/tcpProxy.ts";
import { build } from "../../tools/build.ts";
import { startPostgres } from "../../tools/test/postgres.ts";
import { cutPower, type PowerCutReport } from "./powerCut.ts";
import { startPair } from "./serverPair.sql.ts";
import { createDatabaseIn } from "./torture.sql.ts";
import { type Fault, type TortureReport, torture } from "./torture.ts";
import { cutConnections, failOver, fillDisk, killPostgres, killServer, mountSmallDisk } from "./tortureFaults.ts";

/** One setup: the database, the fault, and the cleanup. */
interface Setup {
  databaseUrl: string | null;
  /** The URL through which the server reaches the database, if it differs. */
  proxyUrl?: string;
  dataDir: string;
  fault: Fault;
  remove(): Promise<void> | void;
}

interface Part {
  name: string;
  times: number;
  /** Goals, in milliseconds, of `TortureReport.slowest`. */
  goals: Partial<TortureReport["slowest"]>;
  setUp(folder: string): Promise<Setup | null>;
}

const onPostgres = { refusal: 2500, notice: 2000, back: 5000 };
const MEGABYTES = 48;
const POWER_CUT = "power cut, SQLite";

const parts: Part[] = [
  {
    name: "server killed, SQLite",
    times: 25,
    goals: { back: 3000 },
    setUp: async (dataDir) => ({ databaseUrl: null, dataDir, fault: killServer, remove() {} }),
  },
  {
    name: "server killed, PostgreSQL",
    times: 25,
    goals: { back: 3000 },
    async setUp(dataDir) {
      const postgres = await startPostgres({ own: true });
      return { databaseUrl: postgres.url, dataDir, fault: killServer, remove: postgres.stop };
    },
  },
  {
    name: "PostgreSQL killed",
    times: 8,
    goals: onPostgres,
    async setUp(dataDir) {
      const postgres = await startPostgres({ own: true });
      return { databaseUrl: postgres.url, dataDir, fault: killPostgres(postgres), remove: postgres.stop };
    },
  },
  {
    name: "PostgreSQL cut off",
    times: 9,
    goals: onPostgres,
    async setUp(dataDir) {
      const postgres = await startPostgres({ own: true });
      const proxy = await openTcpProxy(postgres.url);
      const remove = async () => {
        proxy.close();
        await postgres.stop();
      };
      return { databaseUrl: postgres.url, proxyUrl: proxy.url, dataDir, fault: cutConnections(proxy), remove };
    },
  },
  {
    name: "PostgreSQL fails over",
    times: 4,
    goals: { refusal: 2500, back: 5000 },
    async setUp(dataDir) {
      const pair = await startPair();
      return { databaseUrl: pair.url, dataDir, fault: failOver(pair), remove: pair.stop };
    },
  },
  {
    name: "disk full, SQLite",
    times: 5,
    goals: { back: 5000 },
    async setUp(dataDir) {
      const disk = mountSmallDisk(dataDir, MEGABYTES);
      return disk && { databaseUrl: null, dataDir, fault: fillDisk(disk), remove: disk.remove };
    },
  },
  {
    name: "disk full, PostgreSQL",
    times: 5,
    goals: { back: 5000 },
    setUp: smallPostgres,
  },
];

/** Only the database is on the small disk: without space for its log, PostgreSQL itself would stop. */
async function smallPostgres(dataDir: string): Promise<Setup | null> {
  const postgres = await startPostgres({ own: true });
  const disk = mountSmallDisk(dataDir, MEGABYTES, statSync(postgres.dataDir ?? ""));
  const remove = async () => {
    await postgres.stop();
    disk?.remove();
  };
  if (!disk) {
    await remove();
    return null;
  }
  const admin = openDatabase({ databaseUrl: postgres.url, dataDir });
  try {
    const databaseUrl = await createDatabaseIn(admin, postgres.url, dataDir);
    return { databaseUrl, dataDir, fault: fillDisk(disk), remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    await admin.close();
  }
}

async function run({ name, times, setUp }: Part, seed: number): Promise<TortureReport | null> {
  const folder = mkdtempSync(join(tmpdir(), "survey-app-torture-"));
  chmodSync(folder, 0o755); // PostgreSQL runs as another user
  const setup = await setUp(join(folder, "data"));
  if (!setup) {
    console.log(`${name}: skipped, because this user may not mount a small disk.`);
    return null;
  }
  const { databaseUrl, proxyUrl, dataDir, fault } = setup;
  const database = openDatabase({ databaseUrl, dataDir });
  const env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: proxyUrl ?? databaseUrl }) };
  try {
    const extent = { voters: 6000, surveys: 20, pauseMs: 1500, reads: 1000, votes: 1000 };
    return await torture({ database, env, fault, times, seed, ...extent });
  } finally {
    await database.close();
    await setup.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function printReport({ name, goals }: Part, report: TortureReport): boolean {
  const {
    strikes,
    acknowledged,
    changed,
    inDoubt,
    refused,
    lost,
    doubled,
    reads,
    wrongReads,
    unexpected,
    slowest,
    recoveries,
  } = report;
  const sum = reads.result + reads.list + reads.database;
  const wrong = [...lost, ...doubled, ...wrongReads, ...unexpected];
  const late = (Object.keys(slowest) as (keyof typeof slowest)[]).filter(
    (what) => slowest[what] > (goals[what] ?? 1e9),
  );
  const usual = Math.round([...recoveries].sort((a, b) => a - b)[Math.floor(recoveries.length / 2)] ?? 0);
  const ms = (what: keyof typeof slowest) => `${Math.round(slowest[what])}${late.includes(what) ? "!" : ""}`;
  const cells = [
    strikes,
    acknowledged,
    changed,
    inDoubt,
    refused,
    lost.length,
    doubled.length,
    sum,
    wrongReads.length,
    unexpected.length,
  ];
  console.log(`| ${[name, ...cells, ms("refusal"), ms("notice"), usual, ms("back")].join(" | ")} |`);
  for (const each of wrong.slice(0, 5)) console.error(`  ${each}`);
  return wrong.length === 0 && late.length === 0 && sum >= 1000;
}

/** @param report null if this machine can't simulate the faults */
function printPowerCuts(report: PowerCutReport | null): boolean {
  if (!report) {
    console.log(`${POWER_CUT}: skipped, because it needs Linux and a C compiler.`);
    return true;
  }
  const { strikes, acknowledged, changed, inDoubt, lost, doubled, unexpected } = report;
  const cells = [strikes, acknowledged, changed, inDoubt, "", lost.length, doubled.length, "", "", unexpected.length];
  console.log(`| ${[POWER_CUT, ...cells, "", "", "", ""].join(" | ")} |`);
  const wrong = [...lost, ...doubled, ...unexpected];
  for (const each of wrong.slice(0, 5)) console.error(`  ${each}`);
  return wrong.length === 0;
}

/**
 * `npm run soak -- torture [part of a name, or all] [seed]`: votes at full speed while faults are injected, then checks
 * every vote.
 */
const [which = "all", seedText = String(Date.now() % 100_000)] = process.argv.slice(2);
const seed = Number(seedText);
console.log(`Seed ${seed}: npm run soak -- torture ${which === "all" ? which : `"${which}"`} ${seed}`);
await build();
console.log(
  "| what | times | acknowledged | changed | in doubt | refused | lost | doubled | reads | wrong reads | unexpected responses | slowest 503, ms | not ready after, ms | back after, ms: median | slowest |",
);
console.log(`|${"---|".repeat(15)}`);
let isRight = true;
for (const part of parts.filter(({ name }) => which === "all" || name.includes(which))) {
  const report = await run(part, seed);
  if (report && !printReport(part, report)) isRight = false;
}
if (which === "all" || POWER_CUT.includes(which)) {
  const report = await cutPower({ times: 20, seed, voters: 6000, surveys: 20, pauseMs: 1500 });
  if (!printPowerCuts(report)) isRight = false;
}
console.log(isRight ? "Passed: no vote lost or duplicated." : "Failed: see above; ! marks a missed goal.");
process.exitCode = isRight ? 0 : 1;
