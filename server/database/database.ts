import { join } from "node:path";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { type Dialect, postgresDialect, sqliteDialect } from "./dialect.ts";
import { makeFolder } from "./makeFolder.ts";
import { openSqlite } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

/** What `.sql.ts` files are given: the query builder, and what the engine at hand says differently. */
export interface Database {
  db: Kysely<Tables>;
  dialect: Dialect;
  /** Runs `work` in one transaction; what it throws rolls everything back. Within one, it joins it. */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** A PostgreSQL address, or null for a SQLite file in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  /** Hears about lost PostgreSQL connections; the pool replaces them by itself. */
  onError?: (error: Error) => void;
}

/** Opens the database; creates `dataDir` when it is missing. */
export function openDatabase({ databaseUrl, dataDir, onError }: DatabaseOptions): Database {
  if (databaseUrl)
    return database(
      new Kysely<Tables>({ dialect: new PostgresDialect({ pool: postgresPool(databaseUrl, onError) }) }),
      postgresDialect,
    );
  makeFolder(dataDir);
  return database(new Kysely<Tables>({ dialect: openSqlite(join(dataDir, "survey-app.sqlite")) }), sqliteDialect);
}

function database(db: Kysely<Tables>, dialect: Dialect): Database {
  const self: Database = {
    db,
    dialect,
    transaction: (work) =>
      db.isTransaction ? work(self) : db.transaction().execute((trx) => work(database(trx, dialect))),
    ping: async () => void (await sql`select 1`.execute(db)),
    close: () => db.destroy(),
  };
  return self;
}

function postgresPool(connectionString: string, onError: DatabaseOptions["onError"]): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 16,
    // Callers are told within 2.5 s that the database is away, whatever they did before they asked it.
    connectionTimeoutMillis: 1500,
    statement_timeout: 5000,
    // On SSDs any page costs much the same. At PostgreSQL's 4 its planner rather reads a table through than look up a
    // page of a list's 25 people one by one.
    options: "-c random_page_cost=1.1",
    // int8 (counters, instants) as numbers: all of ours stay far below 2^53.
    types: {
      getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  });
  // Without listeners a lost connection would end the process: one that is idle tells the pool, one that is in use
  // between two statements of a transaction only itself (its next statement then fails).
  pool.on("error", (error) => onError?.(error));
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
