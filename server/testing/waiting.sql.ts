import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** The number of PostgreSQL's connections to the database that wait for a lock. */
export async function countWaiting({ db }: Database): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return Number(rows[0]?.waiting);
}
