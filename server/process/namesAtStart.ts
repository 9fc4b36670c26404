import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { findRecentUse } from "../clock/heartbeat.sql.ts";
import type { Database } from "../database/database.ts";
import { isAnyNameDue, removeAllOldNames } from "../retention/names.sql.ts";
import { serveWaiting, type WaitingConfig } from "./waiting.ts";

/** The interval at which a long start reports its progress, in milliseconds. */
const PROGRESS_MS = 10_000;

/**
 * Removes names before anything is served. If no server has used the database for five minutes, it removes all names
 * that are due: the database may have been restored, and contain removed names again. Otherwise it only removes names
 * that became due since the last run of the hourly job; the job itself continues with those that were due before, for
 * example when RETENTION_DAYS is new. Call it before the heartbeat is moved, so that an interrupted start begins with
 * it again.
 */
export async function removeNamesAtStart(database: Database, config: WaitingConfig, days: number): Promise<void> {
  const usedAt = await findRecentUse(database);
  const due = { days, ...(usedAt !== null && { dueAfter: usedAt - HOUR_MS }) };
  // While other instances serve, this one must not take requests from them.
  const waiting = usedAt === null && (await isAnyNameDue(database, due)) ? await serveWaiting(config) : null;
  try {
    const { surveys, failed } = await removeAllOldNames(database, { ...due, onProgress: sayProgress() });
    if (surveys > 0) console.error(`The names of ${surveys} surveys that ended long ago were removed.`);
    // A survey whose names can't be removed must not keep the server from starting; admins see it as failed work.
    if (failed > 0) console.error(`The names of ${failed} surveys could not be removed; the server tries again.`);
  } finally {
    await waiting?.close();
  }
}

/** Prints the progress of a long removal: until it ends, the server only responds that it is starting. */
function sayProgress(): (voters: number) => void {
  let saidAt = Date.now();
  return (voters) => {
    if (Date.now() - saidAt < PROGRESS_MS) return;
    saidAt = Date.now();
    console.error(`Removing names of surveys that ended long ago: ${voters} voters so far. Then the server starts.`);
  };
}
