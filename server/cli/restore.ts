import { open } from "node:fs/promises";
import { writeHeartbeat } from "../clock/heartbeat.sql.ts";
import { openImageFiles } from "../images/openImageFiles.ts";
import { BackupError } from "../ops/backups/backupFile.ts";
import { checkBackup } from "../ops/backups/checkBackup.ts";
import { restoreBackup } from "../ops/backups/restoreBackup.ts";
import { openDatabase } from "../process/openDatabase.ts";
import { removeAllOldNames } from "../retention/names.sql.ts";
import { counted } from "../words/counted.ts";
import { readSettings, runCommand } from "./command.ts";

/** `npm run restore -- FILE`: restores a backup into an empty database of either engine. docs/backup.md */
export async function restore([argument]: readonly string[], settings = readSettings): Promise<string> {
  if (!argument) throw new BackupError("Name the backup to restore: npm run restore -- FILE");
  const config = settings();
  const file = await open(argument).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The backup can't be read (${error.message}).`);
  });
  try {
    if (!(await file.stat()).isFile()) throw new BackupError(`${argument} is not a file.`);
    // Checked completely before the database is opened or changed.
    const checked = await checkBackup(file);
    const database = openDatabase(config);
    try {
      const { surveys, votes } = await restoreBackup(database, file, checked, openImageFiles(config));
      // What was restored is as old as the backup, and the clock is right all the same.
      await writeHeartbeat(database);
      const { head, manifest } = checked;
      const { retentionDays } = config;
      const names = retentionDays === null ? "" : describeRemoved(await removeAllOldNames(database, retentionDays));
      return `Valid: ${counted(votes, "vote")} on ${counted(surveys, "survey")} and ${counted(manifest.images, "image file")}, as of ${head.createdAt}; every counter equals its stored votes.${names}`;
    } finally {
      await database.close();
    }
  } finally {
    await file.close();
  }
}

function describeRemoved({ surveys, failed }: { surveys: number; failed: number }): string {
  const done = surveys > 0 ? ` The names of ${counted(surveys, "survey")} that ended long ago were removed.` : "";
  const left = ` The names of ${counted(failed, "survey")} could not be removed; the server tries again.`;
  return failed > 0 ? done + left : done;
}

await runCommand(import.meta.filename, restore);
