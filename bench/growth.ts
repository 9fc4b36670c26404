import { mkdtempSync, readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../server/database/migrate.ts";
import { openDatabase } from "../server/process/openDatabase.ts";
import { startPostgres } from "../tools/test/postgres.ts";
import { fillBulk, type Sizes } from "./bulk.sql.ts";
import { type Engine, PUBLIC_URL, SESSION_SECRET } from "./engines.ts";
import { type FilledServer, growthRequests } from "./growthCalls.ts";
import { compareStatements, requireFlat } from "./growthStatements.ts";
import { measureWhole, printWhole } from "./growthWhole.ts";
import { type Load, load } from "./load.ts";
import { createDatabase } from "./population.sql.ts";
import { readUse } from "./readUse.ts";
import { median, type Pace } from "./rounds.ts";
import { startServer } from "./servers.ts";

/**
 * Duration of one request in milliseconds: medians over the rounds, and of the ratios within a round. CPU time, which
 * other load on the machine changes little: the mean of all rounds.
 */
export interface Growth {
  call: string;
  small: Quantiles;
  big: Quantiles;
  ratio: Quantiles;
}

type Quantiles = Pick<Load, "p50" | "p99"> & { cpu: number };

/** `cpu` is the CPU time of the server and its database, in milliseconds for all requests. */
type TimedLoad = Load & { cpu: number };

export interface GrowthSizes {
  small: Sizes;
  big: Sizes;
}

/** Many short rounds, so that other load on the machine affects both servers. */
export const growthWhole = {
  sizes: {
    small: { surveys: 2000, votes: 25_000, others: 25 },
    big: { surveys: 100_000, votes: 5_000_000, others: 50 },
  },
  pace: { rounds: 15, seconds: 0.2 },
};
/**
 * Checks within minutes that the measurement works, and how long statements take, but says little about how durations
 * grow. The smaller size is above every bound up to which rows are counted, sorted or scanned.
 */
export const growthQuick = {
  sizes: {
    small: { surveys: 2000, votes: 20_000, others: 5 },
    big: { surveys: 20_000, votes: 200_000, others: 5 },
  },
  pace: { rounds: 2, seconds: 0.1 },
};

/**
 * Measures how much slower each read endpoint and voting are with many surveys and votes than with few. Two of our
 * servers alternate, each on its own database, with one connection: latency counts, not throughput. The user is signed
 * in, so no response comes from the cache.
 */
export async function measureGrowth(engine: Engine, sizes: GrowthSizes, pace: Pace): Promise<Growth[]> {
  requireSpace(sizes.big);
  const postgres = engine === "postgres" ? await startPostgres() : undefined;
  const started: FilledServer[] = [];
  try {
    const small = await startFilled(
      sizes.small,
      postgres && (await createDatabase(postgres.url, "small")),
      postgres?.pid,
    );
    started.push(small);
    const big = await startFilled(sizes.big, postgres && (await createDatabase(postgres.url, "big")), postgres?.pid);
    started.push(big);
    const calls = await compare(small, big, pace);
    printGrowth(`${engine}: one connection`, calls);
    requireFlat(await compareStatements(small, big), `${engine}: statements`);
    const whole = { big: await measureWhole(big, postgres?.url), small: await measureWhole(small, postgres?.url) };
    printWhole(`${engine}: once`, whole.small, whole.big);
    return calls;
  } finally {
    for (const each of started) await each.stop();
    await postgres?.stop();
  }
}

/** The bytes per vote in the filled database, its backup, the restored database and both logs; rounded up. */
const BYTES_A_VOTE = 1500;

/** Throws if the disk doesn't have space for the databases. */
function requireSpace({ surveys, votes, others = 1 }: Sizes): void {
  const { bavail, bsize } = statfsSync(tmpdir());
  const neededGb = ((votes + surveys * others) * BYTES_A_VOTE) / 1e9;
  const freeGb = (bavail * bsize) / 1e9;
  if (neededGb > freeGb) throw new Error(`${tmpdir()} needs ${neededGb} GB of space and has ${freeGb.toFixed(1)}`);
}

/**
 * Fills a database and starts a server on it.
 * @param postgres process of the database server, whose CPU time counts too
 */
export async function startFilled(
  sizes: Sizes,
  databaseUrl: string | undefined,
  postgres?: number,
): Promise<FilledServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-growth-"));
  const database = openDatabase({ databaseUrl: databaseUrl ?? null, dataDir });
  await migrate(database);
  const began = performance.now();
  const bulk = await fillBulk(database, sizes);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${sizes.surveys} surveys, ${sizes.votes} votes on one of them: filled in ${seconds} s`);
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? "",
    NODE_ENV: "development",
    DEMO: "0",
    LIMITS: "off",
    SESSION_SECRET,
    PUBLIC_URL,
  };
  const server = await startServer("server/main.ts", { env, temporary: dataDir });
  return {
    port: server.port,
    pid: server.pid,
    env,
    database,
    bulk,
    cpu: () => new Map([server.pid, ...(postgres ? childrenOf(postgres) : [])].map((pid) => [pid, cpuOf(pid)])),
    async stop() {
      await database.close();
      await server.stop();
    },
  };
}

/** Sends one request after the other, round after round; the first round warms up. */
async function compare(small: FilledServer, big: FilledServer, { rounds, seconds }: Pace): Promise<Growth[]> {
  const calls = {
    small: await growthRequests(small, rounds + 1),
    big: await growthRequests(big, rounds + 1),
  };
  const took = new Map<string, { small: TimedLoad; big: TimedLoad }[]>();
  for (let round = 0; round <= rounds; round++) {
    for (const call of Object.keys(calls.small)) {
      const timeRequest = async (size: "small" | "big"): Promise<TimedLoad> => {
        const server = size === "small" ? small : big;
        const before = server.cpu();
        const repeat = !call.startsWith("cast");
        const done = await load(server.port, calls[size][call]?.(round) ?? [], { seconds, connections: 1, repeat });
        // A connection that ended meanwhile is missing.
        const each = [...server.cpu()].map(([pid, ms]) => Math.max(0, ms - (before.get(pid) ?? 0)));
        return { ...done, cpu: each.reduce((sum, ms) => sum + ms, 0) };
      };
      const first = round % 2 ? "small" : "big";
      const loads = { [first]: await timeRequest(first) } as { small: TimedLoad; big: TimedLoad };
      const second = round % 2 ? "big" : "small";
      loads[second] = await timeRequest(second);
      if (round > 0) took.set(call, [...(took.get(call) ?? []), loads]);
    }
  }
  return [...took].map(([call, loads]) => {
    const medians = (of: (load: (typeof loads)[number], quantile: "p50" | "p99") => number) => ({
      p50: median(loads.map((each) => of(each, "p50"))),
      p99: median(loads.map((each) => of(each, "p99"))),
    });
    const sum = (of: (load: (typeof loads)[number]) => number) => loads.reduce((total, each) => total + of(each), 0);
    const few = sum(({ small }) => small.cpu) / sum(({ small }) => small.answered);
    const many = sum(({ big }) => big.cpu) / sum(({ big }) => big.answered);
    return {
      call,
      small: { ...medians((each, quantile) => each.small[quantile]), cpu: few },
      big: { ...medians((each, quantile) => each.big[quantile]), cpu: many },
      ratio: { ...medians((each, quantile) => each.big[quantile] / each.small[quantile]), cpu: many / few },
    };
  });
}

/** CPU time so far of a process, in milliseconds; 0 if it has ended. */
function cpuOf(pid: number): number {
  try {
    return readUse(pid).seconds * 1000;
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
}

function printGrowth(title: string, measured: Growth[]): void {
  console.log(`\n${title.padEnd(44)} ms: p50, p99, CPU of few       of many         ratio`);
  const times = ({ p50, p99, cpu }: Quantiles) => [p50, p99, cpu].map((ms) => ms.toFixed(2).padStart(8)).join(" ");
  for (const { call, small, big, ratio } of measured)
    console.log(`  ${call.padEnd(42)} ${times(small)} ${times(big)} ${times(ratio)}`);
}
