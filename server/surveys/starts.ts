import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";
import type { EventBus } from "../database/events.ts";
import { findStarted } from "./starts.sql.ts";

/** How often the clock is compared with the scheduled starts, in milliseconds. */
const LOOK_MS = 1000;

/**
 * Tells caches and live streams that scheduled surveys have started. It only speeds things up: every query decides by
 * the clock what is public (`visible.sql.ts`), so nothing depends on a look that a stopped server missed.
 */
export function watchStarts(app: FastifyInstance, database: Database, events: EventBus): void {
  let since = Date.now();
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  async function look(): Promise<void> {
    const now = Date.now();
    try {
      const started = await findStarted(database, since, now);
      since = now;
      if (started.length > 0) events.emit(new Set(started), "more");
    } catch {
      // The database is away, and its own log says so: the next look covers the time since the last good one.
    }
    lookLater();
  }

  function lookLater(): void {
    timer = setTimeout(() => {
      looking = look();
    }, LOOK_MS).unref();
  }

  lookLater();
  app.addHook("onClose", async () => {
    await looking;
    clearTimeout(timer);
  });
}
