import { type Kysely, sql } from "kysely";

/**
 * When an account is deleted because an admin has decided so; null for others. Version 1.0 keeps such accounts, and the
 * column with them.
 */
export async function addErasures(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column erase_at bigint`.execute(db);
  await sql`create index users_erased on users (erase_at) where erase_at is not null`.execute(db);
}
