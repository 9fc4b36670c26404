import { createBatcher } from "../database/batcher.ts";
import type { Database } from "../database/database.ts";
import type { EventBus } from "../database/events.ts";
import { isAboutTheRows, isAway } from "../database/unavailable.ts";
import { apiError } from "../http/apiError.ts";
import type { Ballot, BallotResult } from "./ballot.ts";
import { storeBallots } from "./votes.sql.ts";

/** Votes in one transaction, at most. Measured: beyond this the waiting costs more than the sharing saves. */
const BATCH_MAX = 256;
/** Votes waiting, at most: some seconds of the fastest traffic one process can take. */
const QUEUE_MAX = 20_000;

/** The one way into the votes table. */
export interface VoteWriter {
  /** Resolves only after the commit that stored the vote together with its count. */
  cast(ballot: Ballot): Promise<BallotResult>;
}

/** @param onBatch hears how many votes were stored together, if somebody measures it */
export function createVoteWriter(database: Database, events: EventBus, onBatch?: (size: number) => void): VoteWriter {
  const store = async (ballots: Ballot[]) => {
    const outcomes = await storeBallots(database, ballots);
    onBatch?.(ballots.length);
    const changed = new Set(
      ballots.filter((_, index) => outcomes[index]?.kind === "stored").map(({ surveyId }) => surveyId),
    );
    if (changed.size > 0) events.emit(changed, "totals");
    return outcomes;
  };
  return {
    cast: createBatcher(store, {
      max: BATCH_MAX,
      queueMax: QUEUE_MAX,
      onFull: () => apiError("busy", { retryAfter: 1 }),
      // A ballot that the database can't take must not take the others along.
      blamesItems: isAboutTheRows,
      failsAll: isAway,
    }),
  };
}
