import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { WAL_MAX_BYTES } from "./sqliteFile.ts";

const LOOK_MS = 100;
/** What the log is kept to on a disk that is nearly full. */
const SHORT_BYTES = 4 * 1024 * 1024;
/** Moves what is in the log into the database file, as far as nobody who reads or writes has to wait for it. */
const MOVE = "pragma wal_checkpoint(passive)";

type Execute = (sql: string, parameters: readonly unknown[]) => Promise<unknown>;

/**
 * Keeps SQLite's log short. A writer that does it while it stores votes lets them wait for tens of milliseconds; so most
 * of it is moved on another thread while votes go on, and the writer moves the little that came meanwhile, after which
 * the log begins anew.
 * @returns what ends it
 */
export function startWalCheckpoints(file: string, onAside: Execute, onWriter: Execute): () => Promise<void> {
  let moving: Promise<unknown> = Promise.resolve();
  let isMoving = false;

  function look(): void {
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
    if (isMoving || !log || log.size <= SHORT_BYTES) return;
    const most = mostOf(log.size, file);
    if (log.size <= most) return;
    isMoving = true;
    moving = onAside(MOVE, [])
      .then(() => onWriter(`pragma journal_size_limit = ${most}`, []))
      .then(() => onWriter(MOVE, []))
      // A disk that is full says so to those who write.
      .catch(() => {})
      .finally(() => {
        isMoving = false;
      });
  }

  const timer = setInterval(look, LOOK_MS).unref();
  return async () => {
    clearInterval(timer);
    await moving;
  };
}

/** A log that is larger than what the disk has left would fill it, and then leave no room to be moved. */
function mostOf(size: number, file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return size > bavail * bsize ? SHORT_BYTES : WAL_MAX_BYTES;
}
