import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import type { Database } from "./database.ts";
import type { Dialect } from "./dialect.ts";
import { baseline } from "./migrations/0001-baseline.ts";

/**
 * Forward only, in this order, never edited once released. They import nothing but each other's parts (tools/checkImports.ts):
 * a change of living code must not change what an old migration does.
 */
const migrations: Record<string, (db: Kysely<never>, dialect: Dialect) => Promise<void>> = {
  "0001-baseline": baseline,
};

/** The migrations that this version knows, in order. */
export const migrationNames = Object.keys(migrations);

/**
 * Brings the schema up to date, under a lock, so that instances which start together do it once. What a later version has
 * made of it is left alone: going back to this one is starting it (docs/operating.md).
 */
export async function migrate(database: Database): Promise<void> {
  const { db, dialect } = database;
  const getMigrations = async () =>
    Object.fromEntries(
      Object.entries(migrations).map(([name, up]): [string, Migration] => [
        name,
        { up: (trx) => up(trx as Kysely<never>, dialect) },
      ]),
    );
  const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest();
  if (error && !(await isLater(database))) throw error;
}

/** Whether the database has gone through all that this version knows, and more. */
async function isLater({ db }: Database): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.length > migrationNames.length && migrationNames.every((name, at) => rows[at]?.name === name);
}
