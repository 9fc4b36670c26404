import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "../config.ts";
import { makeFolder } from "../database/makeFolder.ts";

/**
 * The secret of a start without SESSION_SECRET (never in production): made once and kept in the data folder, so that
 * people stay signed in over a restart.
 */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, "session-secret");
  makeFolder(dataDir);
  try {
    // "wx": of two processes that start together, one makes it and the other reads it.
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = readFileSync(file, "utf8");
  // A disk that was full leaves it empty, and anybody can sign with nothing.
  if (secret.length < 32) throw new ConfigError(`${file} is cut short: remove it, or set SESSION_SECRET.`);
  return secret;
}
