import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** The file in the data folder with the time of the last backup. */
export const LAST_BACKUP = "last-backup";

/** Notes when a backup was made, for the admins' page. @param at an ISO instant */
export function noteBackup(dataDir: string, at: string): void {
  writeFileSync(join(dataDir, LAST_BACKUP), at);
}
