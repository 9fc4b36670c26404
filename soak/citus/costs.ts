import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { castVote } from "@survey-app/contract/votes/votes.ts";
import { addSurveys, addVoters } from "../../bench/population.sql.ts";
import { openDatabase } from "../../server/process/openDatabase.ts";
import { createTokens } from "../../server/session/tokens.ts";
import { startInstance } from "../../server/testing/instances.ts";
import { urlOf } from "../../server/testing/testApp.ts";
import { PUBLIC_URL, SECRET } from "../../server/testing/testConfig.ts";
import { freePort } from "../../tools/port.ts";
import type { Postgres } from "../../tools/test/postgres.ts";

/** CPU time for each vote, in microseconds. */
export interface Cost {
  node: number;
  coordinator: number;
  /** The sum of all workers. */
  workers: number;
  votesPerSecond: number;
}

/** Requests in flight. */
const AT_ONCE = 256;
/** The clock ticks per second in which Linux counts CPU time. */
const TICKS = 100;

/**
 * Measures the CPU time of votes by different people through HTTP, on one instance of the server in production mode.
 */
export async function measureCost(
  databaseUrl: string,
  { coordinator, workers }: { coordinator: Postgres; workers: Postgres[] },
  { surveys, votes }: { surveys: number; votes: number },
): Promise<Cost> {
  const database = openDatabase({ databaseUrl, dataDir: "" });
  const port = await freePort();
  const instance = await startInstance(port, { PUBLIC_URL, SESSION_SECRET: SECRET, DATABASE_URL: databaseUrl });
  try {
    const voters = await addVoters(database, createTokens(SECRET, PUBLIC_URL), votes);
    const ids: string[] = [];
    // A trigger creates each ballot box with a statement to another server.
    while (ids.length < surveys)
      ids.push(...(await addSurveys(database, voters[0]?.userId ?? "", Math.min(100, surveys - ids.length))));
    const cast = (from: number, to: number) => castAll(instance.url, voters.slice(from, to), ids);
    const warm = Math.floor(votes / 5);
    await cast(0, warm);
    const use = () => [
      processSeconds(instance.pid),
      serverSeconds(coordinator),
      workers.reduce((sum, each) => sum + serverSeconds(each), 0),
    ];
    const [before, began] = [use(), performance.now()];
    await cast(warm, votes);
    const perSecond = ((votes - warm) / (performance.now() - began)) * 1000;
    const [node = 0, here = 0, there = 0] = use().map((seconds, index) =>
      Math.round(((seconds - (before[index] ?? 0)) * 1e6) / (votes - warm)),
    );
    return { node, coordinator: here, workers: there, votesPerSecond: Math.round(perSecond) };
  } finally {
    await instance.stop();
    await database.close();
  }
}

async function castAll(url: string, voters: readonly { token: string }[], surveyIds: readonly string[]): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let index = next++; index < voters.length; index = next++) {
        const response = await fetch(url + urlOf(castVote, {}), {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${voters[index]?.token}` },
          body: JSON.stringify({ SurveyID: surveyIds[index % surveyIds.length], vote: index % 2 }),
        });
        if (response.status !== 200) throw new Error(await response.text());
        await response.arrayBuffer();
      }
    }),
  );
}

/** The CPU time of a process in seconds, including that of its children that have ended. */
function processSeconds(pid: number, withChildren = false): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return 0; // a process that has just ended: its parent counts it
  const fields = readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
  const ticks = fields.slice(11, withChildren ? 15 : 13).map(Number);
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS;
}

/** The CPU time of a server and its connections, in seconds. */
export function serverSeconds({ pid = 0 }: Postgres): number {
  const running = execFileSync("pgrep", ["-P", String(pid)], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map(Number);
  return running.reduce((sum, child) => sum + processSeconds(child), processSeconds(pid, true));
}
