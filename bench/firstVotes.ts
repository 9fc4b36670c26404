import { readFileSync } from "node:fs";
import { migrate } from "../server/database/migrate.ts";
import { newId } from "../server/database/newId.ts";
import { distribute } from "../server/database/postgres/distribution.ts";
import { openDatabase } from "../server/process/openDatabase.ts";
import { createTokens } from "../server/session/tokens.ts";
import { newBallot } from "../server/testing/ballots.ts";
import type { Ballot } from "../server/votes/ballot.ts";
import { findBrokenChains } from "../server/votes/ledger/verifyChains.sql.ts";
import { storeFirstVotes, storeOneByOne } from "../server/votes/storeOnPostgres.sql.ts";
import { createClusterDatabase, startCluster } from "../tools/test/cluster.ts";
import { type Postgres, startPostgres } from "../tools/test/postgres.ts";
import { PUBLIC_URL, SESSION_SECRET } from "./engines.ts";
import { addSurveys, addVoters, analyze } from "./population.sql.ts";
import { median } from "./rounds.ts";

/**
 * `node bench/firstVotes.ts [postgres|citus] [replays]`: CPU time of PostgreSQL for a first vote, stored one by one and with one
 * insert, in rounds that take turns, after `analyze` with one large survey. `replays` is the share of voters who have voted.
 */
const [engine = "postgres", replays = "0"] = process.argv.slice(2);
const SIZES = [1, 8, 16, 32, 64, 256];
const ROUNDS = 8;
/** Votes of a round: fewer where each costs much. */
const votesOf = (size: number) => (size === 1 ? 800 : size < 32 ? 3200 : 6400);
const LARGE = 20_000;

const cluster = engine === "citus" ? await startCluster(2, { durable: false }) : null;
if (engine === "citus" && !cluster) throw new Error("This machine's PostgreSQL has no Citus");
const servers: Postgres[] = cluster
  ? [cluster.coordinator, ...cluster.workers]
  : [await startPostgres({ own: true, durable: false })];
const [first = "", ...workers] = servers.map(({ url }) => url);
const databaseUrl = cluster ? await createClusterDatabase({ coordinator: first, workers }, "first_votes") : first;
const database = openDatabase({ databaseUrl, dataDir: "" });
await migrate(database);
if (cluster) await distribute(database, console.log);
const [owner] = await addVoters(database, createTokens(SESSION_SECRET, PUBLIC_URL), 1);

const ways = { "one by one": storeOneByOne, "one insert": storeFirstVotes };

/** Nanoseconds of CPU time that each process of the servers has taken. */
function cpuTimes(): Map<string, number> {
  const ids = servers.flatMap(({ pid }) => readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" "));
  return new Map(ids.map((id) => [id, Number(readFileSync(`/proc/${id}/schedstat`, "utf8").split(" ")[0])]));
}

/** @returns microseconds of CPU time for each vote */
async function measure(store: typeof storeOneByOne, ballots: readonly Ballot[], size: number): Promise<number> {
  const before = cpuTimes();
  for (let from = 0; from < ballots.length; from += size) await store(database, ballots.slice(from, from + size));
  const taken = [...cpuTimes()].map(([id, time]) => Math.max(0, time - (before.get(id) ?? 0)));
  return taken.reduce((sum, time) => sum + time, 0) / 1000 / ballots.length;
}

async function surveys(count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) ids.push(...(await addSurveys(database, owner?.userId ?? "", Math.min(100, count))));
  return ids;
}

/** Ballots on surveys in turn, some of them of people who voted in the round before. */
function ballotsOf(ids: readonly string[], round: number, count: number, voters: string[]): Ballot[] {
  return Array.from({ length: count }, (_, index) => {
    const isReplay = round > 0 && Math.random() < Number(replays);
    const at = (isReplay ? round - 1 : round) * count + index;
    voters[at] ??= newId();
    return newBallot(ids[at % ids.length] ?? "", voters[at], index % 3 === 0 ? 0 : 1);
  });
}

const [large = ""] = await surveys(1);
for (let stored = 0; stored < LARGE; stored += 500)
  await storeFirstVotes(
    database,
    Array.from({ length: 500 }, () => newBallot(large)),
  );
await analyze(database);
for (const count of cluster ? [1] : [1, 1000])
  for (const size of SIZES) {
    const contestants = await Promise.all(
      Object.entries(ways).map(async ([name, store]) => ({
        name,
        store,
        ids: await surveys(count),
        voters: [] as string[],
        taken: [] as number[],
      })),
    );
    for (let round = 0; round < ROUNDS; round++)
      for (const { store, ids, voters, taken } of round % 2 ? contestants : contestants.toReversed())
        taken.push(await measure(store, ballotsOf(ids, round, votesOf(size), voters), size));
    // The first two rounds warm up.
    const shown = contestants.map(({ name, taken }) => `${name} ${median(taken.slice(2)).toFixed(1)} µs`);
    console.log(`${count} surveys, ${size} in a batch: ${shown.join(", ")}`);
  }
console.log(`${(await findBrokenChains(database)).length} broken chains`);
await database.close();
await (cluster ?? servers[0])?.stop();
