import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { OperatorError } from "./operatorError.ts";

/** The path of SQLite's file in the data folder. */
export const sqliteFile = (dataDir: string) => join(dataDir, "survey-app.sqlite");

/**
 * Call it in commands that need an existing database, because opening SQLite creates an empty one.
 * @throws {OperatorError} if the settings name SQLite, and its file is missing
 */
export function requireSqliteFile({ databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }): void {
  const file = resolve(sqliteFile(dataDir));
  if (!databaseUrl && !existsSync(file))
    throw new OperatorError(`There is no database at ${file}: set DATA_DIR or DATABASE_URL.`);
}
