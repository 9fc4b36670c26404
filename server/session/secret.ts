import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The secret of a start without SESSION_SECRET (never in production): made once and kept in the data folder, so that
 * people stay signed in over a restart.
 */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, "session-secret");
  mkdirSync(dataDir, { recursive: true });
  try {
    // "wx": of two processes that start together, one makes it and the other reads it.
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8");
}
