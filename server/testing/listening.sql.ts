import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** The connections that listen for notifications: their last statement was `listen`, `notify` or the probe. */
const isListening = sql`datname = current_database() and query ~ '^(listen |select pg_notify|select 1$)'`;

export async function countListening({ db }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity where ${isListening} and pid <> pg_backend_pid()`.execute(db);
  return Number(rows[0]?.count);
}

/** Closes them, as a restart of the database or a broken network would. */
export async function cutListening({ db }: Database): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where ${isListening} and pid <> pg_backend_pid()`.execute(db);
}
