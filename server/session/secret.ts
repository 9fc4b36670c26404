import { randomBytes, randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../database/makeFolder.ts";

const BYTES = 32;

/**
 * The secret of a start without SESSION_SECRET (never in production): made once and kept in the data folder, so that
 * people stay signed in over a restart.
 */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, "session-secret");
  makeFolder(dataDir);
  const kept = read(file);
  if (kept.length >= BYTES) return kept;
  // Cut short, as by a disk that was full, it can be guessed.
  rmSync(file, { force: true });
  const unfinished = `${file}.${randomUUID()}.part`;
  try {
    writeFileSync(unfinished, randomBytes(BYTES).toString("base64url"), { mode: 0o600, flag: "wx" });
    // Of two processes that start together, one gives it its name and the other reads it.
    linkSync(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  return read(file);
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
