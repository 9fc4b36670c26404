import { distributeVotes } from "../../server/cli/distribute.ts";
import { migrate } from "../../server/database/migrate.ts";
import { openDatabase } from "../../server/process/openDatabase.ts";
import { build } from "../../tools/build.ts";
import { startChild } from "../../tools/child.ts";
import { type Cluster, createClusterDatabase, createNodeDatabase, startCluster } from "../../tools/test/cluster.ts";
import { measureCost } from "./costs.ts";
import { moveVotes } from "./move.ts";
import { freeze, kill, silence, type TakeAway, takeAway } from "./outage.ts";
import { addSurveys, castVotes, rebalance, requireRight } from "./proofs.ts";
import { measureReads } from "./reads.ts";

/** The votes of one measurement; the first fifth only warms up. */
const VOTES_MEASURED = 30_000;

interface Part {
  /** Whether the servers write to disk before they acknowledge. */
  durable: boolean;
  settings?: string[];
  onlyByName?: boolean;
  /** @returns its findings @throws if they are wrong */
  run(cluster: Cluster): Promise<unknown>;
}

/** Each part gets a coordinator and two workers. */
const parts: Record<string, Part> = {
  votes: {
    durable: true,
    async run(cluster) {
      const databaseUrl = await createDistributed(cluster, "many_votes");
      const database = openDatabase({ databaseUrl, dataDir: "" });
      try {
        const cast = await castVotes(database, await addSurveys(database, 1000), 200_000);
        expect(cast.acknowledged === 200_000 && cast.wrongReplays === 0, cast);
        return { ...cast, verify: await requireRight(databaseUrl) };
      } finally {
        await database.close();
      }
    },
  },
  kill: outagePart(kill, { awayMs: 6000, lists: 10 }),
  // Each list waits for the worker, and then shows older totals.
  freeze: outagePart(freeze, { awayMs: 20_000, lists: 3 }),
  // Needs permission to drop packets: sudo unshare --net sh -c "ip link set lo up && npm run soak -- citus silence"
  silence: { ...outagePart(silence, { awayMs: 20_000, lists: 3 }), onlyByName: true },
  rebalance: {
    durable: true,
    async run({ coordinator, workers: [first, second] }) {
      if (!first || !second) throw new Error("The cluster has too few workers");
      const databaseUrl = await createDistributed({ coordinator, workers: [first] }, "moved");
      await createNodeDatabase(second.url, "moved");
      const cast = await rebalance(databaseUrl, second, 5000);
      expect(cast.failed + cast.wrongReplays === 0 && cast.servers === 2, cast);
      return { ...cast, verify: await requireRight(databaseUrl) };
    },
  },
  move: {
    durable: false,
    async run(cluster) {
      const empty = await createClusterDatabase(urlsOf(cluster), "empty");
      return moveVotes(empty, await createDistributed(cluster, "full"), distribute);
    },
  },
  tests: {
    durable: false,
    // Each test has its own database, with this many shards of each table.
    settings: ["citus.shard_count=4"],
    async run(cluster) {
      const { coordinator, workers } = urlsOf(cluster);
      await build(); // for the tests that start whole servers
      const env = { ...process.env, TEST_DATABASE_URL: coordinator, TEST_WORKER_URLS: workers.join() };
      const args = ["node_modules/vitest/vitest.mjs", "run", "--project", "postgres", "server"];
      const { exited } = await startChild(process.execPath, args, { env });
      expect((await exited) === 0, "some tests failed");
      return "passed";
    },
  },
};

/**
 * A worker is away for a while: votes elsewhere and lists continue, and votes on its surveys fail with 503 within
 * seconds.
 */
function outagePart(how: TakeAway, { awayMs, lists }: { awayMs: number; lists: number }): Part {
  return {
    durable: true,
    async run(cluster) {
      const databaseUrl = await createDistributed(cluster, "away");
      const outage = await takeAway(databaseUrl, cluster.workers[1] ?? cluster.coordinator, { how, awayMs });
      expect(
        outage.lost + outage.doubled + outage.onIt + outage.unexpected.length === 0 &&
          outage.elsewhere > 100 &&
          outage.lists > lists,
        outage,
      );
      return { ...outage, verify: await requireRight(databaseUrl) };
    },
  };
}

const urlsOf = ({ coordinator, workers }: Pick<Cluster, "coordinator" | "workers">) => ({
  coordinator: coordinator.url,
  workers: workers.map(({ url }) => url),
});

const distribute = (databaseUrl: string) => distributeVotes(() => {}, { databaseUrl, dataDir: "" });

async function createDistributed(cluster: Pick<Cluster, "coordinator" | "workers">, name: string): Promise<string> {
  const databaseUrl = await createClusterDatabase(urlsOf(cluster), name);
  await distribute(databaseUrl);
  return databaseUrl;
}

function expect(isRight: boolean, found: unknown): void {
  if (!isRight) throw new Error(JSON.stringify(found));
}

/** Prints the findings of `measure` on plain PostgreSQL and with 1, 2 and 4 workers. */
async function printEach(
  what: string,
  measure: (databaseUrl: string, cluster: Cluster) => Promise<unknown>,
): Promise<void> {
  for (const workers of [0, 1, 2, 4]) {
    const cluster = await startCluster(workers);
    if (!cluster) return;
    try {
      const databaseUrl = workers === 0 ? cluster.coordinator.url : await createDistributed(cluster, "measured");
      if (workers === 0) await migrateAt(databaseUrl);
      console.log(`${what}, ${workers} workers:`, await measure(databaseUrl, cluster));
    } finally {
      await cluster.stop();
    }
  }
}

/** The costs of a vote. */
async function printCosts(): Promise<void> {
  console.log("CPU time for each vote, in microseconds");
  for (const surveys of [1000, 1])
    await printEach(`${surveys} surveys`, (databaseUrl, cluster) =>
      measureCost(databaseUrl, cluster, { surveys, votes: VOTES_MEASURED }),
    );
}

/** The reads by person. */
const printReads = () =>
  printEach("Reads by person", (databaseUrl, { coordinator, workers }) =>
    measureReads(databaseUrl, [coordinator, ...workers]),
  );

async function migrateAt(databaseUrl: string): Promise<void> {
  const database = openDatabase({ databaseUrl, dataDir: "" });
  try {
    await migrate(database);
  } finally {
    await database.close();
  }
}

/**
 * `npm run soak -- citus [part]`: proves on a cluster of three servers on this machine what docs/several-instances.md
 * says. With `costs` or `reads` it measures instead.
 */
const [which] = process.argv.slice(2);
if (which === "costs") await printCosts();
if (which === "reads") await printReads();
for (const [name, part] of Object.entries(parts)) {
  if (which === undefined ? part.onlyByName : which !== name) continue;
  const cluster = await startCluster(2, part);
  if (!cluster) {
    console.log("Skipped: this machine's PostgreSQL has no Citus.");
    break;
  }
  const began = performance.now();
  try {
    const found = await part.run(cluster);
    console.log(`${name}: passed in ${Math.round((performance.now() - began) / 1000)} s`, found);
  } catch (error) {
    console.error(`${name}: failed`, error);
    process.exitCode = 1;
  } finally {
    await cluster.stop();
  }
}
