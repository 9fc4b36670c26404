import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** A moment in the history of callers' changes; opaque. */
export type Mark = string;

export interface SessionChanges {
  /** Whose sessions, roles, names or memberships changed since the mark that was asked about. */
  userIds: string[];
  /** To ask from next time. */
  mark: Mark;
}

/**
 * Reads on in the changes of callers. Some may come twice, none is left out: on PostgreSQL, where a transaction that
 * began earlier may commit later, everything of transactions that were still running at the mark is read again.
 * @param since null at the first time, which answers the mark alone
 */
export async function readSessionChanges({ db, dialect }: Database, since: Mark | null): Promise<SessionChanges> {
  const { rows } =
    dialect.engine === "postgres"
      ? await sql<{ mark: string; userIds: string }>`
          select pg_snapshot_xmin(pg_current_snapshot())::text as mark, (
            select coalesce(json_agg(user_id), '[]')::text from caller_changes where transaction_id >= ${since}::xid8
          ) as "userIds"`.execute(db)
      : await sql<{ mark: string; userIds: string }>`
          select cast(coalesce(max(id), 0) as text) as mark, (
            select json_group_array(user_id) from caller_changes where id > cast(${since} as integer)
          ) as "userIds" from caller_changes`.execute(db);
  const [{ mark, userIds } = { mark: "0", userIds: "[]" }] = rows;
  return { mark, userIds: since === null ? [] : (JSON.parse(userIds) as string[]) };
}
