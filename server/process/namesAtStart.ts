import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { findRecentUse } from "../clock/heartbeat.sql.ts";
import type { Database } from "../database/database.ts";
import { isAnyNameDue, removeAllOldNames } from "../retention/names.sql.ts";
import { serveWaiting, type WaitingConfig } from "./waiting.ts";

/** How often a long start says how far it is, in milliseconds. */
const PROGRESS_MS = 10_000;

/**
 * Removes names before anything is served. Of a database that no server has used for five minutes, all that are due: it may have been
 * restored, and have names again that were removed. Otherwise only those that have become due since the last run of the hourly job. What was
 * due for longer is what that has left, as when RETENTION_DAYS is new; it goes on with it beside the requests. Call it before the heartbeat is moved, so
 * that an interrupted start begins with it again.
 */
export async function removeNamesAtStart(database: Database, config: WaitingConfig, days: number): Promise<void> {
  const usedAt = await findRecentUse(database);
  const due = { days, ...(usedAt !== null && { dueAfter: usedAt - HOUR_MS }) };
  // Beside instances that serve, one that starts must not take requests from them.
  const waiting = usedAt === null && (await isAnyNameDue(database, due)) ? await serveWaiting(config) : null;
  try {
    const { surveys, failed } = await removeAllOldNames(database, { ...due, onProgress: sayProgress() });
    if (surveys > 0) console.error(`The names of ${surveys} surveys that ended long ago were removed.`);
    // A survey that can't be done must not keep the server from starting; admins see it as failed work.
    if (failed > 0) console.error(`The names of ${failed} surveys could not be removed; the server tries again.`);
  } finally {
    await waiting?.close();
  }
}

/** Says from time to time how many voters' names were removed, because until all are, the server answers nothing else. */
function sayProgress(): (voters: number) => void {
  let saidAt = Date.now();
  return (voters) => {
    if (Date.now() - saidAt < PROGRESS_MS) return;
    saidAt = Date.now();
    console.error(`Removing names of surveys that ended long ago: ${voters} voters so far. Then the server starts.`);
  };
}
