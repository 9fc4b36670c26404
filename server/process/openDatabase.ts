import { type DatabaseOptions, type MainDatabase, openDatabaseWith } from "../database/database.ts";

const SQLITE_WORKER = new URL("sqliteWorker.ts", import.meta.url);

/**
 * Opens the database of the app, with the jobs of the features on SQLite's writer thread; creates `dataDir` if it is
 * missing.
 */
export function openDatabase(options: DatabaseOptions): MainDatabase {
  return openDatabaseWith(SQLITE_WORKER, options);
}
