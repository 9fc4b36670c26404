import { sql } from "kysely";
import type { Database } from "../../database/database.ts";

/** All rows of all tables, each as `table {"column":value, …}`. */
export type StoredRows = ReadonlySet<string>;

/** The tables, without SQLite's search indexes, which follow the rows of other tables. */
const tablesOf = async ({ db }: Database) =>
  (await db.introspection.getTables()).filter(({ name }) => !/^(survey|user)_trigrams/.test(name));

/** The names of all tables. */
export async function tableNames(database: Database): Promise<string[]> {
  return (await tablesOf(database)).map(({ name }) => name).sort();
}

/** @returns reads all rows of all tables in one statement */
export async function rowReader(database: Database): Promise<() => Promise<StoredRows>> {
  const { db, dialect } = database;
  const reads = (await tablesOf(database)).map(({ name, columns }) => {
    const fields = columns.flatMap((column) => [sql.lit(column.name), sql.ref(column.name)]);
    const row =
      dialect.engine === "postgres" ? sql`row_to_json(stored_row)::text` : sql`json_object(${sql.join(fields)})`;
    return sql`select ${sql.lit(`${name} `)} || ${row} as stored from ${sql.table(name)} as stored_row`;
  });
  const all = sql<{ stored: string }>`${sql.join(reads, sql` union all `)}`;
  return async () => new Set((await all.execute(db)).rows.map(({ stored }) => stored));
}
