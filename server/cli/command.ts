import { realpathSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Config, readConfig } from "../config/config.ts";
import type { MainDatabase } from "../database/database.ts";
import { describePlace, readFingerprint } from "../database/fingerprint.ts";
import { migrate } from "../database/migrate.ts";
import { OperatorError } from "../database/operatorError.ts";
import { runQueryOf } from "../database/runQuery.ts";
import { requireSqliteFile } from "../database/sqlitePath.ts";
import { VERSION } from "../http/version.ts";
import { demoFolders } from "../process/demoFolders.ts";
import { type DatabaseSettings, requireKnownDatabase } from "../process/knownDatabase.ts";
import { openDatabase } from "../process/openDatabase.ts";
import { createPrivately } from "../process/privateFiles.ts";
import { failureSentence } from "../process/startFailure.ts";

/**
 * Runs the command of a file, if this process was started with that file: prints the text that `work` returns, or, with
 * exit code 1, why it failed.
 * @param file the file's `import.meta.filename`
 */
export async function runCommand(file: string, work: (args: string[]) => Promise<unknown>): Promise<void> {
  const [, started, ...args] = process.argv;
  if (!started || realpathSync(started) !== file) return;
  createPrivately();
  if (args[0] === "--version") return console.log(VERSION);
  try {
    const done = await work(args);
    if (typeof done === "string") console.log(done);
  } catch (error) {
    console.error(failureSentence(error) ?? error);
    process.exitCode = 1;
  }
}

/** The option of each command on a database: use it even if the server uses another one. */
export const ANYWAY = { anyway: { type: "boolean" } } as const;

/** Reads a command's arguments: names and `options`. @throws {OperatorError} with `usage` if there are others */
export function parseArguments<const T extends NonNullable<ParseArgsConfig["options"]>>(
  args: readonly string[],
  options: T,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new OperatorError(`${(error as Error).message}\n\n${usage}`);
  }
}

/**
 * Reads the arguments of a command that has none but `ANYWAY`.
 * @throws {OperatorError} with `usage` if there are others
 */
export function parseAnyway(args: readonly string[], usage: string): { anyway?: boolean | undefined } {
  const { values, positionals } = parseArguments(args, ANYWAY, usage);
  if (positionals.length > 0) throw new OperatorError(usage);
  return values;
}

/**
 * The settings of a command that uses the database. With a demo that resets itself, its data folder is that of the
 * current demo.
 * @throws {OperatorError} if the settings are wrong, or if there is no demo yet
 */
export function readSettings(): Config {
  const config = readConfig();
  if (config.demoResetMinutes === null) return config;
  // The newest may not be filled yet.
  const [dataDir] = demoFolders(config.dataDir);
  if (dataDir === undefined) throw new OperatorError("There is no demo in DATA_DIR: start the server first.");
  return { ...config, dataDir };
}

/**
 * Opens the database, names it on standard error, migrates it, and closes it after `work`.
 * @throws {OperatorError} if it is empty, because a wrong setting must not pass for a valid, empty database; and if
 *   the server uses another one
 */
export async function withDatabase<T>(
  settings: DatabaseSettings,
  work: (database: MainDatabase) => Promise<T>,
  { mayBeEmpty = false } = {},
): Promise<T> {
  requireSqliteFile(settings);
  const database = openDatabase(settings);
  try {
    const found = await readFingerprint(runQueryOf(database), database.dialect);
    const place = describePlace(settings, found?.name);
    requireKnownDatabase(settings, found);
    if (!found && !mayBeEmpty)
      throw new OperatorError(`${place}, is empty: check the settings, or start the server, which prepares it.`);
    console.error(`Using ${place}.`);
    await migrate(database);
    return await work(database);
  } finally {
    await database.close();
  }
}
