import { resolve } from "node:path";
import { readConfig } from "../config.ts";
import { openImageFiles } from "../images/openImageFiles.ts";
import { BackupError } from "../ops/backups/backupFile.ts";
import { withSnapshot } from "../ops/backups/snapshot.sql.ts";
import { writeBackup } from "../ops/backups/writeBackup.ts";
import { failureSentence } from "../startFailure.ts";

/** `npm run backup -- FILE`: writes database and images into one file while the server runs. docs/backup.md */
async function backup(argument: string | undefined): Promise<string> {
  if (!argument) throw new BackupError("Name the file to write: npm run backup -- FILE");
  const file = resolve(argument);
  const config = readConfig();
  const written = await withSnapshot(config, (snapshot) => writeBackup(file, snapshot, openImageFiles(config)));
  if (written.missingImages.length > 0)
    console.error(
      `${written.missingImages.length} image files are missing (${written.missingImages[0]}.webp …): the backup has only their rows.`,
    );
  const { votes = 0, surveys = 0, users = 0 } = written.rows;
  return `${file}: ${votes} votes, ${surveys} surveys, ${users} users, ${written.images} image files, ${written.bytes} bytes.`;
}

backup(process.argv[2]).then(
  (done) => console.log(done),
  (error: unknown) => {
    console.error(error instanceof BackupError ? error.message : (failureSentence(error) ?? error));
    process.exitCode = 1;
  },
);
