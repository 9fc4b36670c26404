import { resolve } from "node:path";
import { openImageFiles } from "../images/openImageFiles.ts";
import { BackupError } from "../ops/backups/backupFile.ts";
import { noteBackup } from "../ops/backups/lastBackup.ts";
import { withSnapshot } from "../ops/backups/snapshot.sql.ts";
import { writeBackup } from "../ops/backups/writeBackup.ts";
import { counted } from "../words/counted.ts";
import { readSettings, runCommand } from "./command.ts";

/** `npm run backup -- FILE`: writes database and images into one file while the server runs. docs/backup.md */
async function backup([argument]: string[]): Promise<string> {
  if (!argument) throw new BackupError("Name the file to write: npm run backup -- FILE");
  const file = resolve(argument);
  const config = readSettings();
  const { at, votes, written } = await withSnapshot(config, async (snapshot) => ({
    at: snapshot.at,
    votes: snapshot.votes,
    written: await writeBackup(file, snapshot, openImageFiles(config)),
  }));
  try {
    noteBackup(config.dataDir, at);
  } catch (error) {
    console.error(`The backup is complete, but admins don't see its time: ${(error as Error).message}.`);
  }
  if (written.missingImages.length > 0)
    console.error(
      `${written.missingImages.length} image files are missing (${written.missingImages[0]}.webp …): the backup has only their rows.`,
    );
  const { surveys = 0, users = 0 } = written.rows;
  const counts = [
    counted(votes, "vote"),
    counted(surveys, "survey"),
    counted(users, "user"),
    counted(written.images, "image file"),
    counted(written.bytes, "byte"),
  ];
  return `${file}: ${counts.join(", ")}.`;
}

await runCommand(import.meta.filename, backup);
