import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";

/**
 * Lets deleted accounts have no address. So far theirs was made of their id, in a column in which addresses are unique
 * and which people fill. People on lists whose account is deleted get a mark of their own, because a code has no
 * address either.
 *
 * The addresses that are stored so far become null at a start (voters/deletedAddresses.sql.ts), because instances of
 * the version before can't read accounts without one.
 */
export async function addDeletedAddresses(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  await (engine === "sqlite"
    ? allowNullOnSqlite(db)
    : sql`alter table users alter column email drop not null`.execute(db));
  await sql`alter table invitations add column is_deleted integer not null default 0`.execute(db);
  // For each start, and for late comments.
  await sql`create index users_deleted on users (updated_at) where status = 'Deleted'`.execute(db);
  await sql`create index invitations_without_emails on invitations (email)
    where email is not null and wants_email = 0`.execute(db);
}

/**
 * Edits the text of the schema, as migration 0007 does: SQLite can't drop the constraint. Copying the table would take
 * long, and dropping the old one would delete what refers to its rows.
 */
async function allowNullOnSqlite(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ schema_version: number }>`pragma schema_version`.execute(db);
  await sql`pragma writable_schema = on`.execute(db);
  await sql`update sqlite_schema
    set sql = replace(sql, '"email" text not null unique', '"email" text unique')
    where type = 'table' and name = 'users'`.execute(db);
  // Makes other connections read the schema again; the last statement makes this one do so.
  await sql`pragma schema_version = ${sql.lit((rows[0]?.schema_version ?? 0) + 1)}`.execute(db);
  await sql`pragma writable_schema = reset`.execute(db);
}
