import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { writeHeartbeat } from "../clock/heartbeat.sql.ts";
import type { Database } from "../database/database.ts";

/** Has clocks be this many days ahead of the last heartbeat, or behind it. */
export async function jumpClocks(
  database: Database,
  { server = 0, database: ofDatabase = 0 }: { server?: number; database?: number },
): Promise<void> {
  await writeHeartbeat(database);
  await database.db
    .updateTable("heartbeats")
    .set(({ eb }) => ({
      server_at: eb("server_at", "-", server * DAY_MS),
      database_at: eb("database_at", "-", ofDatabase * DAY_MS),
    }))
    .execute();
}

/** The stored heartbeat. */
export const heartbeatOf = ({ db }: Database) =>
  db.selectFrom("heartbeats").select(["server_at", "database_at"]).executeTakeFirst();
