import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { findVoteNodes } from "../database/postgres/distribution.ts";

const waiting = sql`select count(*) as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** The number of PostgreSQL's connections to the database that wait for a lock, on all servers of a distributed one. */
export async function countWaiting(database: Database): Promise<number> {
  const everywhere = sql`select sum(result::bigint) as waiting from run_command_on_all_nodes(
    ${sql.lit(waiting.compile(database.db).sql)}, give_warning_for_connection_errors => true)`;
  const isDistributed = (await findVoteNodes(database)) !== null;
  const { rows } = await sql<{ waiting: number }>`${isDistributed ? everywhere : waiting}`.execute(database.db);
  return Number(rows[0]?.waiting);
}
