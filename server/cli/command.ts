import { realpathSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { MainDatabase } from "../database/database.ts";
import { migrate } from "../database/migrate.ts";
import { OperatorError } from "../database/operatorError.ts";
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

/** Opens and migrates the database, and closes it after `work`. */
export async function withDatabase<T>(
  settings: Parameters<typeof openDatabase>[0],
  work: (database: MainDatabase) => Promise<T>,
): Promise<T> {
  const database = openDatabase(settings);
  try {
    await migrate(database);
    return await work(database);
  } finally {
    await database.close();
  }
}
