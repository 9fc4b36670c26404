import { realpathSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Config, readConfig } from "../config/config.ts";
import type { MainDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { OperatorError } from "../database/operatorError.ts";
import { requireSqliteFile } from "../database/sqlitePath.ts";
import { demoFolders } from "../process/demoFolders.ts";
import { openDatabase } from "../process/openDatabase.ts";
import { failureSentence } from "../process/startFailure.ts";

/**
 * Runs the command of a file, if this process was started with that file: prints the text that `work` returns, or, with exit
 * code 1, why it failed.
 * @param file the file's `import.meta.filename`
 */
export async function runCommand(file: string, work: (args: string[]) => Promise<unknown>): Promise<void> {
  const [, started, ...args] = process.argv;
  if (!started || realpathSync(started) !== file) return;
  try {
    const done = await work(args);
    if (typeof done === "string") console.log(done);
  } catch (error) {
    console.error(failureSentence(error) ?? error);
    process.exitCode = 1;
  }
}

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
 * The settings of a command that uses the database. With a demo that resets itself, its data folder is that of the current demo.
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
 * Opens and migrates the database, and closes it after `work`.
 * @throws {OperatorError} if there is no SQLite file: a wrong DATA_DIR must not look like a sound, empty database
 */
export async function withDatabase<T>(
  settings: Parameters<typeof openDatabase>[0],
  work: (database: MainDatabase) => Promise<T>,
): Promise<T> {
  requireSqliteFile(settings);
  const database = openDatabase(settings);
  try {
    await migrate(database);
    return await work(database);
  } finally {
    await database.close();
  }
}
