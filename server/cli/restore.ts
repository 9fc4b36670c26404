import { type FileHandle, open } from "node:fs/promises";
import { confirmHeartbeat } from "../clock/heartbeat.sql.ts";
import { describePlace } from "../database/fingerprint.ts";
import { OperatorError } from "../database/operatorError.ts";
import { openImageFiles } from "../images/openImageFiles.ts";
import { createArchiveKeys, type RenewedKeys } from "../ops/backups/archiveKeys.ts";
import { BackupError } from "../ops/backups/backupFile.ts";
import { type Checked, checkBackup } from "../ops/backups/checkBackup.ts";
import { requireSpace } from "../ops/backups/requireSpace.ts";
import { type Restored, restoreBackup } from "../ops/backups/restoreBackup.ts";
import { copyStandardInput } from "../ops/backups/standardInput.ts";
import { openDatabase } from "../process/openDatabase.ts";
import { removeAllOldNames } from "../retention/names.sql.ts";
import { existingSecrets } from "../session/secret.ts";
import { counted } from "../words/counted.ts";
import { parseArguments, readSettings, runCommand } from "./command.ts";

const USAGE = `Name the backup to restore: npm run restore -- FILE

npm run restore -- --from -      reads the backup from standard input`;

const SECRETS =
  "Start the server with the SESSION_SECRET of the backed-up server: with another one, authenticator apps, unsubscribe links and the secrets of webhooks stop working.";

/** `npm run restore -- FILE`: restores a backup into an empty database of either engine. docs/backup.md */
export async function restore(args: readonly string[], settings = readSettings): Promise<string> {
  const { values, positionals } = parseArguments(args, { from: { type: "string" } }, USAGE);
  const [source, ...more] = [...(values.from === undefined ? [] : [values.from]), ...positionals];
  if (!source || more.length > 0) throw new OperatorError(USAGE);
  const config = settings();
  const file = source === "-" ? await copyStandardInput(config.dataDir) : await openBackup(source);
  try {
    // Checked completely before the database is opened or changed.
    const checked = await checkBackup(file);
    if (config.databaseUrl === null) await requireSpace(checked, config.dataDir);
    console.error(`Restoring into ${describePlace(config, null)}.`);
    const database = openDatabase(config);
    try {
      const sources = { images: openImageFiles(config), keys: createArchiveKeys(existingSecrets(config)) };
      const restored = await restoreBackup(database, file, checked, sources);
      await confirmHeartbeat(database);
      const { retentionDays } = config;
      const names =
        retentionDays === null ? "" : describeRemoved(await removeAllOldNames(database, { days: retentionDays }));
      return describeRestored(restored, checked, names);
    } finally {
      await database.close();
    }
  } finally {
    await file.close();
  }
}

async function openBackup(path: string): Promise<FileHandle> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`The backup can't be read (${error.message}).`);
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new BackupError(`${path} is not a file.`);
}

/**
 * @param names a sentence about the names that were removed because of RETENTION_DAYS
 * @throws {OperatorError} if the checks of `npm run verify` find a flaw in what was restored
 */
function describeRestored({ surveys, votes, renewed, flaws }: Restored, { head, manifest }: Checked, names: string) {
  const what = `${counted(votes, "vote")} on ${counted(surveys, "survey")} and ${counted(manifest.images, "image file")}, as of ${head.createdAt}; every counter equals its stored votes.${names}`;
  const notes = [...describeRenewed(renewed), SECRETS];
  if (flaws.length === 0) return [`Valid: ${what}`, ...notes].join("\n");
  throw new OperatorError([`Restored, but not valid: ${what}`, ...flaws, ...notes].join("\n"));
}

/** Sentences about the losses when the secret that the backup was made with is missing. */
function describeRenewed({ ledgers, links }: RenewedKeys): string[] {
  if (ledgers + links === 0) return [];
  return [
    "The backup was made with a SESSION_SECRET that this server doesn't have. All votes are here, but their keys can't be read:",
    ...(ledgers > 0
      ? [`Of ${counted(ledgers, "survey")} with hidden answers, receipts and heads from before no longer match.`]
      : []),
    ...(links > 0
      ? [
          `${counted(links, "survey")} by open link no longer recognize browsers, which could vote again until the close.`,
        ]
      : []),
    "To keep both, restore into another empty database with that secret, as SESSION_SECRET or in SESSION_SECRET_OLD.",
  ];
}

function describeRemoved({ surveys, failed }: { surveys: number; failed: number }): string {
  const done = surveys > 0 ? ` The names of ${counted(surveys, "survey")} that ended long ago were removed.` : "";
  const left = ` The names of ${counted(failed, "survey")} could not be removed; the server tries again.`;
  return failed > 0 ? done + left : done;
}

await runCommand(import.meta.filename, restore);
