import {
  type Kysely,
  type MigrationLockOptions,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  sql,
} from "kysely";
import pg from "pg";
import { BusyError } from "../semaphore.ts";
import { closeUnresponsiveConnections } from "./watchdog.ts";

export interface PostgresOptions {
  /** How many connections there may be at once. */
  connections: number;
  /** How long a request waits for a connection, in milliseconds; 1,500 unless given. */
  connectionMs?: number | undefined;
  /** Hears about lost connections; the pool replaces them by itself. */
  onError?: ((error: Error) => void) | undefined;
}

/** A statement may take this long, in milliseconds: whoever asked has gone by then. */
const STATEMENT_MS = 5000;

/** Requests are answered within 2.5 s when the database is unreachable, whatever they did before they needed it. */
const CONNECTION_MS = 1500;

/** So many may wait for a connection. */
const WAITING_MAX = 500;

/** Migrations take as long as the tables are large, and instances that start together wait for the one that migrates. */
class PatientAdapter extends PostgresAdapter {
  // biome-ignore lint/suspicious/noExplicitAny: as Kysely declares it
  override async acquireMigrationLock(db: Kysely<any>, options: MigrationLockOptions): Promise<void> {
    await sql`set local statement_timeout = 0`.execute(db);
    await super.acquireMigrationLock(db, options);
  }
}

class PatientDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new PatientAdapter();
  }
}

interface Postgres {
  dialect: PostgresDialect;
  /** How many connections are at work now, and how many wait for one. */
  load(): { inUse: number; waiting: number };
}

/** Kysely on PostgreSQL, through a pool of connections that are made when they are needed. */
export function openPostgres(connectionString: string, options: PostgresOptions): Postgres {
  const { connections, connectionMs = CONNECTION_MS, onError } = options;
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: connectionMs,
    statement_timeout: STATEMENT_MS,
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
  closeUnresponsiveConnections(pool, connectionString);
  return {
    dialect: new PatientDialect({ pool: bounded(pool) }),
    load: () => ({ inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
  };
}

function bounded(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => {
      if (pool.waitingCount >= WAITING_MAX) throw new BusyError("Too many are waiting for a connection");
      return pool.connect();
    },
    end: () => pool.end(),
  };
}
