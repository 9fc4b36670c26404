import { type Kysely, sql } from "kysely";

/** The time zone of each user's browser, in which emails give times; null until it is known. Version 1.0 ignores it. */
export async function addTimeZones(db: Kysely<never>): Promise<void> {
  await sql`alter table users add column time_zone text`.execute(db);
}
