import { createBatcher, createKeyedBatcher } from "../../concurrency/batcher.ts";
import type { Database } from "../../database/database.ts";
import type { EventBus } from "../../database/events.ts";
import { findVoteNodes, findVoteServer } from "../../database/postgres/distribution.ts";
import { isRowError, isUnreachable } from "../../database/unavailable.ts";
import { apiError } from "../../http/apiError.ts";
import type { Ballot, BallotResult } from "./ballot.ts";
import { isFirstVote } from "./storeOnPostgres.sql.ts";
import { createVoteServers } from "./voteServers.ts";
import { storeBallots } from "./votes.sql.ts";

/** The most votes in one transaction. Measured: with larger batches the waiting costs more than the batching saves. */
const BATCH_MAX = 256;
/** The most waiting votes: a few seconds of the highest load that one process can handle. */
const QUEUE_MAX = 20_000;

/** Stores votes; no other production code writes the votes table. */
export interface VoteWriter {
  /** Resolves after the commit that stored the vote together with its count. */
  cast(ballot: Ballot): Promise<BallotResult>;
}

/**
 * Creates a vote writer. A distributed database gets a statement for each survey, which it sends to the survey's
 * server; so a server that is down or slow affects only its own surveys.
 * @param onBatch is called with the size of each batch, for metrics
 */
export async function createVoteWriter(
  database: Database,
  events: EventBus,
  onBatch?: (size: number) => void,
): Promise<VoteWriter> {
  // A process that was killed left its write-ahead log behind, which tells how the last people voted on secret surveys.
  await database.truncateWalSoon?.();
  const store = async (ballots: Ballot[]) => {
    const results = await storeBallots(database, ballots);
    onBatch?.(ballots.length);
    const changed = new Set(
      ballots.filter((_, index) => results[index]?.kind === "stored").map(({ surveyId }) => surveyId),
    );
    if (changed.size > 0) events.emit(changed, "totals");
    return results;
  };
  const options = {
    max: BATCH_MAX,
    queueMax: QUEUE_MAX,
    onFull: () => apiError("busy", { retryAfter: 1 }),
    // Measured: on PostgreSQL twice as many statements cost a quarter more CPU time for each vote.
    takesHalf: database.runSqliteJob !== null,
    // If the database rejects one ballot, the others are retried one by one.
    retriesItems: isRowError,
    failsQueue: isUnreachable,
  };
  if (database.runSqliteJob) return { cast: createBatcher(store, options) };
  const kindOf = (ballot: Ballot) => (isFirstVote(ballot) ? "first" : "other");
  if (!(await findVoteNodes(database))) return { cast: createKeyedBatcher(store, { ...options, keyOf: kindOf }) };
  const onVoteServer = createVoteServers((surveyId) => findVoteServer(database, surveyId));
  const keyOf = (ballot: Ballot) => `${ballot.surveyId} ${kindOf(ballot)}`;
  const storeOnServer = (ballots: Ballot[]) => onVoteServer(ballots[0]?.surveyId ?? "", () => store(ballots));
  return { cast: createKeyedBatcher(storeOnServer, { ...options, keyOf }) };
}
