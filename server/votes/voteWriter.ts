import { createBatcher } from "../database/batcher.ts";
import type { Database } from "../database/database.ts";
import type { EventBus } from "../database/events.ts";
import { isAboutTheRows, isUnreachable } from "../database/unavailable.ts";
import { apiError } from "../http/apiError.ts";
import type { Ballot, BallotResult } from "./ballot.ts";
import { storeBallots } from "./votes.sql.ts";

/** Votes in one transaction, at most. Measured: with larger batches the waiting costs more than the batching saves. */
const BATCH_MAX = 256;
/** Votes waiting, at most: a few seconds of the highest load that one process can handle. */
const QUEUE_MAX = 20_000;

/** Stores votes; no other production code writes the votes table. */
export interface VoteWriter {
  /** Resolves after the commit that stored the vote together with its count. */
  cast(ballot: Ballot): Promise<BallotResult>;
}

/** @param onBatch is called with the size of each batch, for metrics */
export function createVoteWriter(database: Database, events: EventBus, onBatch?: (size: number) => void): VoteWriter {
  const store = async (ballots: Ballot[]) => {
    const results = await storeBallots(database, ballots);
    onBatch?.(ballots.length);
    const changed = new Set(
      ballots.filter((_, index) => results[index]?.kind === "stored").map(({ surveyId }) => surveyId),
    );
    if (changed.size > 0) events.emit(changed, "totals");
    return results;
  };
  return {
    cast: createBatcher(store, {
      max: BATCH_MAX,
      queueMax: QUEUE_MAX,
      onFull: () => apiError("busy", { retryAfter: 1 }),
      // Measured: on PostgreSQL twice as many statements cost a quarter more CPU time for each vote.
      takesHalf: database.runSqliteJob !== null,
      // If the database rejects one ballot, the others are retried one by one.
      retriesItems: isAboutTheRows,
      failsQueue: isUnreachable,
    }),
  };
}
