import { open } from "node:fs/promises";
import { join } from "node:path";
import { BackupError } from "./backups/backupFile.ts";
import { checkBackup } from "./backups/checkBackup.ts";
import { migrationsOf } from "./backups/load.sql.ts";
import { restoreBackup } from "./backups/restoreBackup.ts";
import { readConfig } from "./config.ts";
import { type Database, openDatabase } from "./database/database.ts";
import { migrate, migrateTo, migrationNames } from "./database/migrate.ts";
import { failureSentence } from "./startFailure.ts";

/** `npm run restore -- FILE`: a backup into an empty database of either engine. docs/backup.md */
async function restore(argument: string | undefined): Promise<string> {
  if (!argument) throw new BackupError("Name the backup to restore: npm run restore -- FILE");
  const config = readConfig();
  const file = await open(argument).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The backup can't be read (${error.message}).`);
  });
  try {
    const checked = await checkBackup(file);
    const database = openDatabase(config);
    try {
      await prepare(database, checked.head.migrations);
      const { surveys, votes } = await restoreBackup(database, file, checked, join(config.dataDir, "images"));
      // A backup of an earlier version becomes what this one works with.
      await migrate(database);
      const { images } = checked.manifest;
      return `Right: ${votes} votes on ${surveys} surveys and ${images} files of pictures as of ${checked.head.createdAt}, every counter equals its stored votes.`;
    } finally {
      await database.close();
    }
  } finally {
    await file.close();
  }
}

/** Gives an empty database the schema that the backup was made with. */
async function prepare(database: Database, wanted: readonly string[]): Promise<void> {
  const last = wanted.at(-1);
  const isKnown = last !== undefined && wanted.every((name, at) => migrationNames[at] === name);
  if (!isKnown)
    throw new BackupError(`The backup is of a newer version of Survey App (${last}): restore it with that.`);
  const applied = await migrationsOf(database);
  if (applied.length > wanted.length)
    throw new BackupError(
      `The database is prepared for a newer version (${applied.at(-1)}) than the backup's (${last}): restore into one that nothing has used.`,
    );
  await migrateTo(database, last);
}

restore(process.argv[2]).then(
  (done) => console.log(done),
  (error: unknown) => {
    console.error(error instanceof BackupError ? error.message : (failureSentence(error) ?? error));
    process.exitCode = 1;
  },
);
