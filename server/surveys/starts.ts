import type { Database } from "../database/database.ts";
import type { EventBus } from "../database/events.ts";
import { findStarted } from "./starts.sql.ts";

/**
 * Returns a job that emits events for caches and live streams when scheduled surveys start. The events only make a start
 * visible sooner: every query compares the start with the clock (`visible.sql.ts`), so a start that a stopped server missed
 * does no harm.
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
