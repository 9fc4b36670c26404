import { type RawBuilder, sql } from "kysely";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

/**
 * The most rows that one statement deletes: on SQLite votes wait for it, and on PostgreSQL it may have to read the
 * whole table.
 */
const CHUNK = { sqlite: 200, postgres: 10_000 };

/**
 * Deletes rows of a table, a few in each statement.
 * @param key the column of the primary key
 * @param condition selects them by an index
 */
export async function deleteInChunks<Table extends keyof Tables>(
  { db, dialect }: Database,
  table: Table,
  key: keyof Tables[Table] & string,
  condition: RawBuilder<boolean>,
): Promise<void> {
  const chunk = CHUNK[dialect.engine];
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ${sql.ref(key)} in (
        select ${sql.ref(key)} from ${sql.table(table)} where ${condition} limit ${sql.lit(chunk)}
      )`.execute(db);
    if (numAffectedRows < chunk) return;
  }
}
