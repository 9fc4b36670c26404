import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../server/database/migrate.ts";
import { openDatabase } from "../server/process/openDatabase.ts";
import { startPostgres } from "../tools/test/postgres.ts";
import { fillBulk, type Sizes } from "./bulk.sql.ts";
import { type Engine, PUBLIC_URL, SESSION_SECRET } from "./engines.ts";
import { type FilledServer, growthRequests } from "./growthCalls.ts";
import { type Load, load } from "./load.ts";
import { createDatabase } from "./population.sql.ts";
import { median, type Pace } from "./rounds.ts";
import { startServer } from "./servers.ts";

/** Duration of one request in milliseconds: medians over the rounds. */
export interface Growth {
  call: string;
  small: number;
  big: number;
  /** Median of the ratios within a round. */
  ratio: number;
}

export interface GrowthSizes {
  small: Sizes;
  big: Sizes;
}

/** Many short rounds, so that other load on the machine affects both servers. */
export const growthWhole = {
  sizes: { small: { surveys: 1000, votes: 1000 }, big: { surveys: 1_000_000, votes: 10_000_000 } },
  pace: { rounds: 15, seconds: 0.12 },
};
/** Checks within a minute that the measurement works, not how durations grow. */
export const growthQuick = {
  sizes: { small: { surveys: 1000, votes: 1000 }, big: { surveys: 10_000, votes: 50_000 } },
  pace: { rounds: 2, seconds: 0.1 },
};

/**
 * Measures how much slower each read endpoint and voting are with many surveys and votes than with few. Two of our
 * servers alternate, each on its own database, with one connection: latency counts, not throughput. The user is signed in,
 * so no response comes from the cache.
 */
export async function measureGrowth(engine: Engine, sizes: GrowthSizes, pace: Pace): Promise<Growth[]> {
  const postgres = engine === "postgres" ? await startPostgres() : undefined;
  const started: FilledServer[] = [];
  try {
    const small = await startFilled(sizes.small, postgres && (await createDatabase(postgres.url, "small")));
    started.push(small);
    const big = await startFilled(sizes.big, postgres && (await createDatabase(postgres.url, "big")));
    started.push(big);
    return await compare(small, big, pace);
  } finally {
    for (const each of started) await each.stop();
    await postgres?.stop();
  }
}

/** Fills a database and starts a server on it. */
export async function startFilled(sizes: Sizes, databaseUrl: string | undefined): Promise<FilledServer> {
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-growth-"));
  const database = openDatabase({ databaseUrl: databaseUrl ?? null, dataDir });
  await migrate(database);
  const began = performance.now();
  const bulk = await fillBulk(database, sizes);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${sizes.surveys} surveys, ${sizes.votes} votes on one of them: filled in ${seconds} s`);
  const server = await startServer("server/main.ts", {
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? "",
      NODE_ENV: "development",
      DEMO: "0",
      LIMITS: "off",
      SESSION_SECRET,
      PUBLIC_URL,
    },
    temporary: dataDir,
  });
  return {
    port: server.port,
    database,
    bulk,
    async stop() {
      await database.close();
      await server.stop();
    },
  };
}

/** Sends one request after the other, round after round; the first round warms up. */
export async function compare(small: FilledServer, big: FilledServer, { rounds, seconds }: Pace): Promise<Growth[]> {
  const calls = {
    small: await growthRequests(small, rounds + 1),
    big: await growthRequests(big, rounds + 1),
  };
  const took = new Map<string, { small: Load; big: Load }[]>();
  for (let round = 0; round <= rounds; round++) {
    for (const call of Object.keys(calls.small)) {
      const timeRequest = (size: "small" | "big") =>
        load((size === "small" ? small : big).port, calls[size][call]?.(round) ?? [], {
          seconds,
          connections: 1,
          repeat: !call.startsWith("cast"),
        });
      const first = round % 2 ? "small" : "big";
      const loads = { [first]: await timeRequest(first) } as { small: Load; big: Load };
      const second = round % 2 ? "big" : "small";
      loads[second] = await timeRequest(second);
      if (round > 0) took.set(call, [...(took.get(call) ?? []), loads]);
    }
  }
  return [...took].map(([call, loads]) => ({
    call,
    small: median(loads.map(({ small: { p50 } }) => p50)),
    big: median(loads.map(({ big: { p50 } }) => p50)),
    ratio: median(loads.map((each) => each.big.p50 / each.small.p50)),
  }));
}

export function printGrowth(title: string, measured: Growth[]): void {
  console.log(`\n${title.padEnd(52)} small ms   big ms   ratio`);
  for (const { call, small, big, ratio } of measured) {
    const [ms, many] = [small, big].map((time) => time.toFixed(2).padStart(8));
    console.log(`  ${call.padEnd(50)} ${ms} ${many} ${ratio.toFixed(2).padStart(7)}`);
  }
}
