import { resolve } from "node:path";
import { isAnnouncedByNpm } from "../config/config.ts";
import { describePlace } from "../database/fingerprint.ts";
import { OperatorError } from "../database/operatorError.ts";
import { openImageFiles } from "../images/openImageFiles.ts";
import { createArchiveKeys } from "../ops/backups/archiveKeys.ts";
import { BackupError } from "../ops/backups/backupFile.ts";
import { noteBackup } from "../ops/backups/lastBackup.ts";
import { type Snapshot, withSnapshot } from "../ops/backups/snapshot.sql.ts";
import { openStandardOutput } from "../ops/backups/standardOutput.ts";
import { sendBackup, type Written, writeBackup } from "../ops/backups/writeBackup.ts";
import { type DatabaseSettings, noteDatabase, requireKnownDatabase } from "../process/knownDatabase.ts";
import { configuredSecrets } from "../session/secret.ts";
import { counted } from "../words/counted.ts";
import { ANYWAY, parseArguments, readSettings, runCommand } from "./command.ts";

const USAGE = `Name the file to write: npm run backup -- FILE

node server/cli/backup.ts --to -      writes the backup to standard output, and all messages to standard error
--anyway                              saves a database that the server doesn't use`;

/**
 * `npm run backup -- FILE`: writes database and images into one file, whether or not the server runs. docs/backup.md
 * @returns the result, for standard output; undefined if the backup is there
 */
async function backup(args: string[]): Promise<string | undefined> {
  const { target, anyway } = readArguments(args);
  const config = readSettings();
  const settings = { ...config, anyway };
  const output = target === "-" ? openStandardOutput() : null;
  const { snapshot, written, isKnown } = await withSnapshot(config, async (snapshot) => {
    const { fingerprint, surveys, votes } = snapshot;
    const isKnown = requireKnownDatabase(settings, fingerprint);
    const place = describePlace(config, fingerprint.name);
    console.error(`Saving ${place}: ${counted(surveys, "survey")} and ${counted(votes, "vote")}.`);
    const sources = { images: openImageFiles(config), keys: createArchiveKeys(configuredSecrets(config).readable) };
    const writing = output ? sendBackup(output, snapshot, sources) : writeBackup(resolve(target), snapshot, sources);
    return { snapshot, isKnown, written: await writing };
  });
  if (isKnown) note(settings, snapshot);
  else console.error("Admins don't see this backup, because the server uses another database.");
  if (written.missingImages.length > 0)
    console.error(
      `${written.missingImages.length} image files are missing (${written.missingImages[0]}.webp …): the backup has only their rows.`,
    );
  const result = describeResult(target, snapshot, written);
  if (!output) return result;
  console.error(result);
  return undefined;
}

function readArguments(args: string[]): { target: string; anyway: boolean | undefined } {
  const { values, positionals } = parseArguments(args, { to: { type: "string" }, ...ANYWAY }, USAGE);
  const [target, ...more] = [...(values.to === undefined ? [] : [values.to]), ...positionals];
  if (!target || more.length > 0) throw new OperatorError(USAGE);
  if (target === "-" && isAnnouncedByNpm("backup"))
    throw new BackupError(
      "npm has written lines of its own to standard output, which would damage the backup: run node server/cli/backup.ts --to - instead.",
    );
  return { target, anyway: values.anyway };
}

/** Records in the data folder what was saved, for the next backup and for admins. */
function note(settings: DatabaseSettings, { fingerprint, ...snapshot }: Snapshot): void {
  try {
    noteDatabase(settings, fingerprint);
    noteBackup(settings.dataDir, snapshot);
  } catch (error) {
    console.error(`The backup is complete, but admins don't see its time: ${(error as Error).message}.`);
  }
}

function describeResult(target: string, { votes }: Snapshot, { rows, images, bytes }: Written): string {
  const counts = [
    counted(votes, "vote"),
    counted(rows.surveys ?? 0, "survey"),
    counted(rows.users ?? 0, "user"),
    counted(images, "image file"),
    counted(bytes, "byte"),
  ];
  return `${target === "-" ? "Standard output" : resolve(target)}: ${counts.join(", ")}.`;
}

await runCommand(import.meta.filename, backup);
