import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** A position in the log of session changes; opaque. */
export type Mark = string;

export interface SessionChanges {
  /** The users whose sessions, roles, names or memberships changed since the given mark. */
  userIds: string[];
  /** The mark for the next call. */
  mark: Mark;
}

/**
 * Reads the session changes since a mark. Some may be returned twice, but none is missed: on PostgreSQL a transaction
 * that began earlier may commit later, so the changes of all transactions that were running at the mark are read again.
 * @param since null for the first call, which returns only a mark
 */
export async function readSessionChanges({ db, dialect }: Database, since: Mark | null): Promise<SessionChanges> {
  const { rows } =
    dialect.engine === "postgres"
      ? await sql<{ mark: string; userIds: string }>`
          select pg_snapshot_xmin(pg_current_snapshot())::text as mark, (
            select coalesce(json_agg(user_id), '[]')::text from session_changes where transaction_id >= ${since}::xid8
          ) as "userIds"`.execute(db)
      : await sql<{ mark: string; userIds: string }>`
          select cast(coalesce(max(id), 0) as text) as mark, (
            select json_group_array(user_id) from session_changes where id > cast(${since} as integer)
          ) as "userIds" from session_changes`.execute(db);
  const [{ mark, userIds } = { mark: "0", userIds: "[]" }] = rows;
  return { mark, userIds: since === null ? [] : (JSON.parse(userIds) as string[]) };
}
