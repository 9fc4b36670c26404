import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { replaceFile } from "../../database/replaceFile.ts";

/** The file in the data folder with the time of the last backup, and the number of its votes. */
const LAST_BACKUP = "last-backup";

export interface LastBackup {
  /** Milliseconds since 1970. */
  at: number;
  /** Null if version 1.0 made it. */
  votes: number | null;
}

/** Stores the time of a backup and the number of its votes, for the admins' page. @param at an ISO instant */
export function noteBackup(dataDir: string, { at, votes }: { at: string; votes: number }): void {
  replaceFile(join(dataDir, LAST_BACKUP), `${at} ${votes}\n`);
}

/** The last backup from this data folder; null if none was noted. */
export async function findLastBackup(dataDir: string): Promise<LastBackup | null> {
  const text = await readFile(join(dataDir, LAST_BACKUP), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const [at = "", votes] = text.trim().split(" ");
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return null;
  return { at: instant, votes: votes === undefined ? null : Number(votes) };
}
