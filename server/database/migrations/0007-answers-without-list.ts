import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";

/**
 * On SQLite, writes the check of answers as comparisons. For a list of more than two values SQLite builds a temporary
 * table, with a page cache of its own, at each insert: a tenth of what storing a vote costs.
 *
 * Edits the text of the schema, because copying the table would take minutes for millions of votes, and the stored rows
 * do not change. This is SQLite's own procedure for such constraints
 * (https://www.sqlite.org/lang_altertable.html#otheralter).
 */
export async function compareAnswers(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  if (engine !== "sqlite") return;
  const { rows } = await sql<{ schema_version: number }>`pragma schema_version`.execute(db);
  await sql`pragma writable_schema = on`.execute(db);
  await sql`update sqlite_schema
    set sql = replace(sql, 'choice in (0, 1, 2)', 'choice = 0 or choice = 1 or choice = 2')
    where type = 'table' and name = 'votes'`.execute(db);
  // Makes other connections read the schema again; the last statement makes this one do so.
  await sql`pragma schema_version = ${sql.lit((rows[0]?.schema_version ?? 0) + 1)}`.execute(db);
  await sql`pragma writable_schema = reset`.execute(db);
}
