import { setTimeout as sleep } from "node:timers/promises";
import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import { verify } from "../../server/cli/verify.ts";
import { type MainDatabase, openDatabase } from "../../server/database/database.ts";
import { createEventBus } from "../../server/database/events.ts";
import { newId } from "../../server/database/newId.ts";
import { findVoteNodes } from "../../server/database/postgres/distribution.ts";
import { isUnavailable } from "../../server/database/unavailable.ts";
import { createTokens } from "../../server/session/tokens.ts";
import { topSurveys } from "../../server/surveys/listSurveys.sql.ts";
import { insertSurvey } from "../../server/surveys/surveys.sql.ts";
import { makePerson } from "../../server/testing/people.ts";
import { mulberry32 } from "../../server/testing/stripeFaults.ts";
import { PUBLIC_URL, SECRET } from "../../server/testing/testConfig.ts";
import type { Ballot, BallotResult } from "../../server/votes/ballot.ts";
import { createVoteWriter } from "../../server/votes/voteWriter.ts";
import type { Postgres } from "../../tools/test/postgres.ts";
import { addWorker, countStored, moveShards, surveysOn } from "./cluster.sql.ts";

/** Adds published surveys that never end. @returns their ids */
export function addSurveys(database: MainDatabase, count: number): Promise<string[]> {
  return database.transaction(async (tx) => {
    const owner = await makePerson(tx, createTokens(SECRET, PUBLIC_URL), { role: "surveyor" });
    const ids = Array.from({ length: count }, newId);
    const form = { title: "Does it last?", description: "", category: "Food Preparation", image: "" };
    const running = { status: PUBLISHED, starts_at: Date.now(), ends_at: null };
    for (const id of ids) await insertSurvey(tx, { id, owner_id: owner.id, ...form, ...running });
    return ids;
  });
}

export interface Cast {
  acknowledged: number;
  /** Replays that got another id or receipt than the vote. */
  wrongReplays: number;
  failed: number;
  votesPerSecond: number;
}

/**
 * Casts votes of different people on surveys in turn, through the vote writer of one process. Every twentieth is sent again at
 * the same time, and must get the same receipt.
 * @param onResult is called after each
 */
export async function castVotes(
  database: MainDatabase,
  surveyIds: readonly string[],
  votes: number,
  { atOnce = 2000, seed = 1 } = {},
): Promise<Cast> {
  const writer = await createVoteWriter(database.forVotes, createEventBus(null));
  const random = mulberry32(seed);
  const sum: Cast = { acknowledged: 0, wrongReplays: 0, failed: 0, votesPerSecond: 0 };
  let next = 0;
  const began = performance.now();
  const cast = async (ballot: Ballot): Promise<BallotResult | null> => writer.cast(ballot).catch(() => null);
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < votes) {
        const surveyId = surveyIds[Math.floor(random() * surveyIds.length)] ?? "";
        const isReplayed = next++ % 20 === 0;
        const ballot = ballotOf(surveyId, random() < 0.6 ? 1 : 0);
        const again = { ...ballot, id: newId() };
        const [first, second] = await Promise.all([cast(ballot), isReplayed ? cast(again) : undefined]);
        if (!first || second === null) sum.failed++;
        else sum.acknowledged++;
        if (first && second && idOf(first) !== idOf(second)) sum.wrongReplays++;
      }
    }),
  );
  sum.votesPerSecond = Math.round((votes / (performance.now() - began)) * 1000);
  return sum;
}

const idOf = (result: BallotResult) => ("id" in result ? `${result.id} ${result.receipt}` : result.kind);

export function ballotOf(surveyId: string, choice: 0 | 1): Ballot {
  return { id: newId(), surveyId, userId: newId(), choice, comment: "", report: "" };
}

export interface Outage {
  /** Votes that were acknowledged while the worker was down, on surveys of others and on its own. */
  elsewhere: number;
  onIt: number;
  /** The lists that were read while it was down, with surveys of both. */
  lists: number;
  /** The longest time until a vote on a survey of the killed worker failed, in milliseconds. */
  slowestFailure: number;
  /** From its restart to its next acknowledged vote, in milliseconds. */
  backAfter: number;
  lost: number;
  doubled: number;
  /** Errors that the server doesn't answer with 503. */
  unexpected: string[];
}

/** Kills a worker by SIGKILL for a while, during votes on surveys of all workers. */
export async function killWorker(databaseUrl: string, worker: Postgres, downMs: number): Promise<Outage> {
  const database = openDatabase({ databaseUrl, dataDir: "" });
  try {
    const surveys = await addSurveys(database, 100);
    const its = new Set(await surveysOn(database, surveys, Number(new URL(worker.url).port)));
    const writer = await createVoteWriter(database.forVotes, createEventBus(null));
    const acknowledged: Ballot[] = [];
    const outage: Outage = {
      elsewhere: 0,
      onIt: 0,
      lists: 0,
      slowestFailure: 0,
      backAfter: 0,
      lost: 0,
      doubled: 0,
      unexpected: [],
    };
    let [state, restartedAt]: ["up" | "down" | "back" | "over", number] = ["up", 0];
    const vote = async (surveyId: string) => {
      const ballot = ballotOf(surveyId, 1);
      // The voter tries again until there is an answer.
      while (state !== "over") {
        const began = performance.now();
        const result = await writer.cast(ballot).catch((error: unknown) => {
          if (!isUnavailable(error)) outage.unexpected.push(String(error));
          return null;
        });
        if (result) {
          acknowledged.push(ballot);
          if (state === "down") outage[its.has(surveyId) ? "onIt" : "elsewhere"]++;
          if (state === "back" && its.has(surveyId) && outage.backAfter === 0)
            outage.backAfter = Math.round(performance.now() - restartedAt);
          return;
        }
        if (state === "down")
          outage.slowestFailure = Math.max(outage.slowestFailure, Math.round(performance.now() - began));
        await sleep(50);
      }
    };
    const voting = Promise.all(
      surveys.flatMap((id) =>
        Array.from({ length: 2 }, async () => {
          while (state !== "over") await vote(id);
        }),
      ),
    );
    const readLists = async () => {
      for (; state !== "over"; await sleep(100)) {
        const wasDown = state === "down";
        const found = await topSurveys(database.forLists, "newest", surveys.length, null).catch(String);
        if (found.length !== surveys.length) outage.unexpected.push(`A list: ${found}`);
        else if (wasDown && state === "down") outage.lists++;
      }
    };
    const reading = readLists();
    await sleep(2000);
    const restarting = worker.restart?.("kill", downMs);
    await sleep(300); // The processes are killed at once; votes that were answered before may still be counted here.
    state = "down";
    await sleep(downMs - 500);
    state = "up";
    await restarting;
    restartedAt = performance.now();
    state = "back";
    while (outage.backAfter === 0 && performance.now() - restartedAt < 60_000) await sleep(20);
    await sleep(2000);
    state = "over";
    await Promise.all([voting, reading]);
    const stored = await countStored(
      database,
      acknowledged.map(({ id }) => id),
    );
    outage.lost = acknowledged.length - stored.found;
    outage.doubled = stored.doubled;
    return outage;
  } finally {
    await database.close();
  }
}

/** Adds a server, and moves shards to it, while people vote. */
export async function rebalance(
  databaseUrl: string,
  added: Postgres,
  votes: number,
): Promise<Cast & { servers: number }> {
  const database = openDatabase({ databaseUrl, dataDir: "" });
  try {
    const surveys = await addSurveys(database, 500);
    await addWorker(database, added.url);
    let isMoved = false;
    const moving = moveShards(database).finally(() => {
      isMoved = true;
    });
    const sum: Cast = { acknowledged: 0, wrongReplays: 0, failed: 0, votesPerSecond: 0 };
    for (let round = 0; round === 0 || !isMoved; round++) {
      const cast = await castVotes(database, surveys, votes, { atOnce: 200, seed: round });
      sum.acknowledged += cast.acknowledged;
      sum.wrongReplays += cast.wrongReplays;
      sum.failed += cast.failed;
      sum.votesPerSecond = cast.votesPerSecond;
    }
    await moving;
    return { ...sum, servers: (await findVoteNodes(database))?.length ?? 0 };
  } finally {
    await database.close();
  }
}

/** Runs `npm run verify`. @throws if anything is wrong */
export async function requireRight(databaseUrl: string): Promise<string> {
  const { isRight, says, flaws = [] } = await verify([], () => ({ databaseUrl, dataDir: "" }) as never);
  if (!isRight) throw new Error([...flaws.slice(0, 5), ...says].join("\n"));
  return says.join(" ");
}
