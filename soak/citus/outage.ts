import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { MainDatabase } from "../../server/database/database.ts";
import { createEventBus } from "../../server/database/events.ts";
import { isUnavailable } from "../../server/database/unavailable.ts";
import { openDatabase } from "../../server/process/openDatabase.ts";
import { topSurveys } from "../../server/surveys/listSurveys.sql.ts";
import type { Ballot } from "../../server/votes/storing/ballot.ts";
import { createVoteWriter, type VoteWriter } from "../../server/votes/storing/voteWriter.ts";
import type { Postgres } from "../../tools/test/postgres.ts";
import { countStored, surveysOn } from "./cluster.sql.ts";
import { addSurveys, ballotOf } from "./proofs.ts";

export interface Outage {
  /** Votes that were acknowledged while the worker was away: on the surveys of other workers, and on its own. */
  elsewhere: number;
  onIt: number;
  /** The number of lists that were read meanwhile, with surveys of both kinds. */
  lists: number;
  /** The votes on its surveys that failed meanwhile, and the longest time until one failed, in milliseconds. */
  failed: number;
  slowestFailure: number;
  /** From the worker's return to its next acknowledged vote, in milliseconds. */
  backAfter: number;
  lost: number;
  doubled: number;
  /** Errors that the server doesn't answer with 503. */
  unexpected: string[];
}

/** Takes a worker away for some milliseconds. */
export type TakeAway = (worker: Postgres, awayMs: number) => Promise<void>;

/** Kills the worker by SIGKILL. */
export const kill: TakeAway = async (worker, awayMs) => worker.restart?.("kill", awayMs);

/** Stops the worker's processes, while their connections stay open. */
export const freeze: TakeAway = async (worker, awayMs) => {
  worker.signal?.("SIGSTOP");
  await sleep(awayMs);
  worker.signal?.("SIGCONT");
};

/** Drops the packets to and from the worker, as if its machine or network had failed. */
export const silence: TakeAway = async ({ url }, awayMs) => {
  const nft = (...args: string[]) => execFileSync("nft", args);
  const { port } = new URL(url);
  nft("add table ip outage; add chain ip outage input { type filter hook input priority 0; }");
  for (const end of ["dport", "sport"]) nft(`add rule ip outage input tcp ${end} ${port} drop`);
  await sleep(awayMs);
  nft("delete table ip outage");
};

/** Takes a worker away for a while, during votes on surveys of all workers and reads of lists. */
export async function takeAway(
  databaseUrl: string,
  worker: Postgres,
  { how, awayMs }: { how: TakeAway; awayMs: number },
): Promise<Outage> {
  const database = openDatabase({ databaseUrl, dataDir: "" });
  try {
    const surveys = await addSurveys(database, 100);
    const its = new Set(await surveysOn(database, surveys, Number(new URL(worker.url).port)));
    const run = new Run(its, await createVoteWriter(database.forVotes, createEventBus(null)));
    const busy = Promise.all([
      readLists(database, surveys.length, run),
      ...[...surveys, ...surveys].map(async (id) => {
        while (run.state !== "over") await vote(id, run);
      }),
    ]);
    await sleep(2000);
    const returning = how(worker, awayMs);
    await sleep(300); // Votes that were answered before may still be counted here.
    run.state = "away";
    await sleep(awayMs - 500);
    run.state = "here";
    await returning;
    run.returnedAt = performance.now();
    while (run.outage.backAfter === 0 && performance.now() - run.returnedAt < 60_000) await sleep(20);
    await sleep(2000);
    run.state = "over";
    await busy;
    const stored = await countStored(
      database,
      run.acknowledged.map(({ id }) => id),
    );
    return { ...run.outage, lost: run.acknowledged.length - stored.found, doubled: stored.doubled };
  } finally {
    await database.close();
  }
}

class Run {
  state: "here" | "away" | "over" = "here";
  returnedAt = 0;
  readonly acknowledged: Ballot[] = [];
  readonly outage: Outage = {
    elsewhere: 0,
    onIt: 0,
    lists: 0,
    failed: 0,
    slowestFailure: 0,
    backAfter: 0,
    lost: 0,
    doubled: 0,
    unexpected: [],
  };
  readonly its: ReadonlySet<string>;
  readonly writer: VoteWriter;

  constructor(its: ReadonlySet<string>, writer: VoteWriter) {
    this.its = its;
    this.writer = writer;
  }
}

/** Casts one vote. Its voter retries until there is an answer. */
async function vote(surveyId: string, run: Run): Promise<void> {
  const ballot = ballotOf(surveyId, 1);
  const { outage, its } = run;
  while (run.state !== "over") {
    const began = performance.now();
    const result = await run.writer.cast(ballot).catch((error: unknown) => {
      if (!isUnavailable(error)) outage.unexpected.push(String(error));
      return null;
    });
    if (result) {
      run.acknowledged.push(ballot);
      if (run.state === "away") outage[its.has(surveyId) ? "onIt" : "elsewhere"]++;
      if (run.returnedAt > 0 && its.has(surveyId) && outage.backAfter === 0)
        outage.backAfter = Math.round(performance.now() - run.returnedAt);
      return;
    }
    if (run.state === "away") {
      outage.failed++;
      outage.slowestFailure = Math.max(outage.slowestFailure, Math.round(performance.now() - began));
    }
    await sleep(50);
  }
}

async function readLists(database: MainDatabase, surveys: number, run: Run): Promise<void> {
  for (; run.state !== "over"; await sleep(100)) {
    const wasAway = run.state === "away";
    const found = await topSurveys(database.forLists, "newest", surveys, null).catch(String);
    if (found.length !== surveys) run.outage.unexpected.push(`A list: ${found}`);
    else if (wasAway && run.state === "away") run.outage.lists++;
  }
}
