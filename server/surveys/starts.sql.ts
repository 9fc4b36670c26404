import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { EventBus } from "../database/events.ts";

/**
 * Returns a job that emits events for caches and live streams when scheduled surveys start. The events only make a
 * start visible sooner: every query compares the start with the clock (`visible.sql.ts`), so it doesn't matter if a
 * stopped server missed a start.
 */
export function createStartWatcher(database: Database, events: EventBus): () => Promise<void> {
  let since = Date.now();
  return async () => {
    const now = Date.now();
    const started = await findStarted(database, since, now);
    since = now;
    if (started.length > 0) events.emit(new Set(started), "content");
  };
}

/** The surveys that were scheduled to start after `since` and at `now` at the latest. */
async function findStarted({ db }: Database, since: number, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom("survey_listings")
    .select("survey_id as id")
    // The literal condition lets both engines use the partial index of scheduled surveys.
    .where(sql<boolean>`appears_at > 0 and appears_at > ${since} and appears_at <= ${now}`)
    .execute();
  return rows.map(({ id }) => id);
}
