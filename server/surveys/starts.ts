import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";
import type { EventBus } from "../database/events.ts";
import { findStarted } from "./starts.sql.ts";

/** The interval at which scheduled starts are compared with the clock, in milliseconds. */
const POLL_MS = 1000;

/**
 * Emits events for caches and live streams when scheduled surveys start. They only save time: every query compares the
 * start with the clock (`visible.sql.ts`), so a start that a stopped server missed does no harm.
 */
export function watchStarts(app: FastifyInstance, database: Database, events: EventBus): void {
  let since = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let polling = Promise.resolve();

  async function poll(): Promise<void> {
    const now = Date.now();
    try {
      const started = await findStarted(database, since, now);
      since = now;
      if (started.length > 0) events.emit(new Set(started), "content");
    } catch {
      // The database is unreachable, and its own code logs that. The next poll covers the time since the last success.
    }
    schedulePoll();
  }

  function schedulePoll(): void {
    timer = setTimeout(() => {
      polling = poll();
    }, POLL_MS).unref();
  }

  schedulePoll();
  app.addHook("onClose", async () => {
    await polling;
    clearTimeout(timer);
  });
}
