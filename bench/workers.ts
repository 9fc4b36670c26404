import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../server/database/migrate.ts";
import { openDatabase } from "../server/process/openDatabase.ts";
import { createTokens } from "../server/session/tokens.ts";
import { recount } from "../server/votes/ledger/verify.sql.ts";
import { build } from "../tools/build.ts";
import { startPostgres } from "../tools/test/postgres.ts";
import { PUBLIC_URL, SESSION_SECRET } from "./engines.ts";
import { readUse } from "./live.ts";
import { load } from "./load.ts";
import { addSurveys, addVoters } from "./population.sql.ts";
import { CONNECTIONS, median } from "./rounds.ts";
import { type Server, startServer } from "./servers.ts";
import { voteRequest } from "./votes.ts";

/** `node bench/workers.ts`: CPU time for each vote with one process and with several workers, on PostgreSQL. */
const COUNTS = [1, 2, 4];
const ROUNDS = 3;
/** Votes of each process: measured, and before that, until its code is compiled. */
const VOTES = 8000;
const WARM_UP = 8000;
const SURVEYS = 1000;
/** The same work for any number of processes; and as much as they can do, with as many connections for each as for one. */
const LOADS = {
  "1,000 votes/s in all": { mostPerSecond: 1000 },
  "as fast as possible": {},
};
/** Voters wait for each other's commits; the load ends when all have voted. */
const PATIENCE_S = 120;

interface Cost {
  node: number;
  postgres: number;
  perSecond: number;
}

await build();
const postgres = await startPostgres();
const database = openDatabase({ databaseUrl: postgres.url, dataDir: "" });
try {
  await migrate(database);
  const voters = await addVoters(
    database,
    createTokens(SESSION_SECRET, PUBLIC_URL),
    Math.max(...COUNTS) * (VOTES + WARM_UP),
  );
  for (const [name, pace] of Object.entries(LOADS)) {
    const costs = new Map(COUNTS.map((count) => [count, [] as Cost[]]));
    for (let round = 0; round < ROUNDS; round++)
      for (const [at] of COUNTS.entries()) {
        // Another one first in each round, because the machine's speed varies.
        const count = COUNTS[(at + round) % COUNTS.length] ?? 1;
        costs.get(count)?.push(await measure(count, voters, pace));
      }
    print(name, costs);
  }
} finally {
  await database.close();
  await postgres.stop();
}

async function measure(
  count: number,
  voters: Awaited<ReturnType<typeof addVoters>>,
  pace: { mostPerSecond?: number },
): Promise<Cost> {
  const dataDir = mkdtempSync(join(tmpdir(), "survey-app-bench-"));
  const server = await startServer("server/main.ts", {
    temporary: dataDir,
    env: {
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      WORKERS: String(count),
      SESSION_SECRET,
      PUBLIC_URL,
    },
  });
  try {
    while (workersOf(server).length < (count === 1 ? 0 : count))
      await new Promise((resolve) => setTimeout(resolve, 50));
    const surveys = await addSurveys(database, voters[0]?.userId ?? "", SURVEYS);
    const requests = voters.map(({ token }, at) =>
      voteRequest(token, surveys[at % SURVEYS] ?? "", at % 3 === 0 ? 0 : 1),
    );
    const options = { seconds: PATIENCE_S, connections: CONNECTIONS * count, repeat: false };
    await load(server.port, requests.slice(0, count * WARM_UP), options);
    const before = cpuOf(server);
    const { votes } = await recount(database);
    const { answered, perSecond } = await load(
      server.port,
      requests.slice(count * WARM_UP, count * (WARM_UP + VOTES)),
      { ...options, ...pace },
    );
    const after = cpuOf(server);
    const stored = (await recount(database)).votes - votes;
    if (stored !== answered) throw new Error(`${answered} votes were acknowledged, ${stored} are stored`);
    const each = (ms: number) => (ms * 1000) / answered;
    return { node: each(after.node - before.node), postgres: each(after.postgres - before.postgres), perSecond };
  } finally {
    await server.stop();
  }
}

function print(name: string, costs: ReadonlyMap<number, Cost[]>): void {
  const of = (count: number, read: (cost: Cost) => number) => median((costs.get(count) ?? []).map(read));
  const [one = 1] = COUNTS;
  console.log(`\n${name}:\n`);
  console.log(
    "| workers | Node, µs a vote | to one process | PostgreSQL, µs a vote | votes/s |\n|---|---|---|---|---|",
  );
  for (const count of COUNTS) {
    const node = of(count, (cost) => cost.node);
    const cells = [
      count,
      node.toFixed(0),
      (node / of(one, (cost) => cost.node)).toFixed(2),
      of(count, (cost) => cost.postgres).toFixed(0),
      of(count, (cost) => cost.perSecond).toFixed(0),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

/** CPU time so far of the server with its workers, and of PostgreSQL with its connections, in milliseconds. */
function cpuOf(server: Server): { node: number; postgres: number } {
  const sum = (pids: number[]) => pids.reduce((total, pid) => total + readUse(pid).seconds * 1000, 0);
  return { node: sum([server.pid, ...workersOf(server)]), postgres: sum(childrenOf(postgres.pid ?? 0)) };
}

function workersOf(server: Server): number[] {
  return childrenOf(server.pid);
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
}
