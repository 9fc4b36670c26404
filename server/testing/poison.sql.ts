import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";

/** A failure of one row: changes of this kind fail for the table's row with this value in a column. */
export interface Poison {
  change: "insert" | "update" | "delete";
  table: keyof Tables;
  column: string;
}

const CHANGES = { insert: sql`insert`, update: sql`update`, delete: sql`delete` };

/**
 * Makes these changes fail with a message that has an address, as messages of databases can.
 * @returns a function that heals the row
 */
export async function poisonRow(
  { db, dialect }: Database,
  { change, table, column }: Poison,
  value: string,
): Promise<() => Promise<void>> {
  const row = sql.ref(`${change === "delete" ? "old" : "new"}.${column}`);
  const on = sql`before ${CHANGES[change]} on ${sql.table(table)}`;
  if (dialect.engine === "sqlite") {
    await sql`create trigger poison ${on} when ${row} = ${sql.lit(value)}
      begin select raise(abort, 'poisoned ann@example.org'); end`.execute(db);
    return async () => void (await sql`drop trigger poison`.execute(db));
  }
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'poisoned ann@example.org'; end $$`.execute(db);
  await sql`create trigger poison ${on} for each row when (${row} = ${sql.lit(value)}) execute function refuse()`.execute(
    db,
  );
  return async () => void (await sql`drop function refuse cascade`.execute(db));
}

/**
 * The reasons why deleting a single row can fail: triggers on it, and foreign keys of other tables that don't delete
 * their rows with it.
 */
export async function findWatchersOfDeletion({ db, dialect }: Database, table: keyof Tables): Promise<string[]> {
  const { rows } =
    dialect.engine === "sqlite"
      ? await sql<{ name: string }>`
          select name from sqlite_master where type = 'trigger' and tbl_name = ${table} and sql like '%delete on%'
          union all select tables.name from sqlite_master tables, pragma_foreign_key_list(tables.name) keys
            where tables.type = 'table' and keys."table" = ${table} and keys.on_delete <> 'CASCADE'`.execute(db)
      : await sql<{ name: string }>`
          select tgname as name from pg_trigger where tgrelid = ${table}::regclass and not tgisinternal and tgtype & 8 > 0
          union all select conrelid::regclass::text from pg_constraint
            where contype = 'f' and confrelid = ${table}::regclass and confdeltype <> 'c'`.execute(db);
  return rows.map(({ name }) => name);
}
