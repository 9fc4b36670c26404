import pg from "pg";
import { createPrimary } from "./primary.ts";

/** The number of connections that a PostgreSQL server allows. */
export interface Room {
  /**
   * The most connections of our user to our database; not including those that the server reserves for its
   * administrators.
   */
  allowed: number;
  /** Whether Citus distributes votes, for which a process opens more connections. */
  isDistributed: boolean;
}

/** How long the server may take to answer, in milliseconds: a start can wait. */
const TIMEOUT_MS = 5000;

/** `reserved_connections` exists since PostgreSQL 16. A limit of -1 means unlimited, and `least` skips nulls. */
const ASK = `
  select least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      nullif(rolconnlimit, -1), nullif(datconnlimit, -1)
    ) as allowed,
    exists (select from pg_extension where extname = 'citus') as "isDistributed"
  from pg_roles, pg_database where rolname = session_user and datname = current_database()`;

/** Asks the primary how many connections it allows. Rejects if it doesn't answer, or rejects the connection. */
export async function askForRoom(databaseUrl: string): Promise<Room> {
  const client = new pg.Client({
    connectionString: await createPrimary(databaseUrl).find(),
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // A connection that is lost meanwhile rejects the query, too.
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Room>(ASK);
    if (!rows[0]) throw new Error("PostgreSQL does not know the user and database of this connection");
    return rows[0];
  } finally {
    void client.end().catch(() => {});
  }
}
