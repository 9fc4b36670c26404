import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { randomFrom } from "@survey-app/contract/testing/randomFrom.ts";
import { verify } from "../../server/cli/verify.ts";
import type { MainDatabase } from "../../server/database/database.ts";
import { createEventBus } from "../../server/database/events.ts";
import { newId } from "../../server/database/newId.ts";
import { findVoteNodes } from "../../server/database/postgres/distribution.ts";
import { openDatabase } from "../../server/process/openDatabase.ts";
import { createTokens } from "../../server/session/tokens.ts";
import { insertSurvey } from "../../server/surveys/surveys.sql.ts";
import { makePerson } from "../../server/testing/people.ts";
import { PUBLIC_URL, SECRET } from "../../server/testing/testConfig.ts";
import type { Ballot, BallotResult } from "../../server/votes/storing/ballot.ts";
import { createVoteWriter } from "../../server/votes/storing/voteWriter.ts";
import type { Postgres } from "../../tools/test/postgres.ts";
import { addWorker, moveShards } from "./cluster.sql.ts";

/** Adds published surveys without a deadline. @returns their ids */
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
  /** Votes that were sent again and got another id or receipt. */
  wrongReplays: number;
  failed: number;
  /** The number of failed votes by error message. */
  errors: Record<string, number>;
  votesPerSecond: number;
}

/**
 * Casts votes of different people on surveys in turn, through the vote writer of one process. Every twentieth is sent
 * twice at the same time, and must get the same receipt.
 * @param onResult is called after each vote
 */
export async function castVotes(
  database: MainDatabase,
  surveyIds: readonly string[],
  votes: number,
  { atOnce = 2000, seed = 1 } = {},
): Promise<Cast> {
  const writer = await createVoteWriter(database.forVotes, createEventBus(null));
  const random = randomFrom(seed);
  const sum: Cast = { acknowledged: 0, wrongReplays: 0, failed: 0, errors: {}, votesPerSecond: 0 };
  let next = 0;
  const began = performance.now();
  const cast = (ballot: Ballot): Promise<BallotResult | null> =>
    writer.cast(ballot).catch(({ message }: Error) => {
      sum.errors[message] = (sum.errors[message] ?? 0) + 1;
      return null;
    });
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
    const sum: Cast = { acknowledged: 0, wrongReplays: 0, failed: 0, errors: {}, votesPerSecond: 0 };
    for (let round = 0; round === 0 || !isMoved; round++) {
      const cast = await castVotes(database, surveys, votes, { atOnce: 200, seed: round });
      sum.acknowledged += cast.acknowledged;
      sum.wrongReplays += cast.wrongReplays;
      sum.failed += cast.failed;
      Object.assign(sum.errors, cast.errors);
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
  const { isValid, lines, flaws = [] } = await verify([], () => ({ databaseUrl, dataDir: "" }) as never);
  if (!isValid) throw new Error([...flaws.slice(0, 5), ...lines].join("\n"));
  return lines.join(" ");
}
