import { gather } from "../database/batcher.ts";
import type { Database } from "../database/database.ts";
import type { Changes } from "../database/events.ts";
import { isAboutTheRows, isAway } from "../database/unavailable.ts";
import { refuse } from "../http/apiError.ts";
import type { Ballot, Outcome } from "./ballot.ts";
import { storeBallots } from "./votes.sql.ts";

/** Votes in one transaction, at most. Measured: beyond this the waiting costs more than the sharing saves. */
const BATCH_MAX = 256;
/** Votes waiting, at most: some seconds of the fastest traffic one process can take. */
const QUEUE_MAX = 20_000;

/** The one way into the votes table. */
export interface Ledger {
  /** Resolves only after the commit that stored the vote together with its count. */
  cast(ballot: Ballot): Promise<Outcome>;
}

/** @param onBatch hears how many votes were stored together, if somebody measures it */
export function openLedger(database: Database, changes: Changes, onBatch?: (size: number) => void): Ledger {
  const store = async (ballots: Ballot[]) => {
    const outcomes = await storeBallots(database, ballots);
    onBatch?.(ballots.length);
    const changed = new Set(
      ballots.filter((_, index) => outcomes[index]?.kind === "stored").map(({ surveyId }) => surveyId),
    );
    if (changed.size > 0) changes.tell(changed, "totals");
    return outcomes;
  };
  return {
    cast: gather(store, {
      max: BATCH_MAX,
      queueMax: QUEUE_MAX,
      onFull: () => refuse("busy", { retryAfter: 1 }),
      // A ballot that the database can't take must not take the others along.
      blamesItems: isAboutTheRows,
      failsAll: isAway,
    }),
  };
}
