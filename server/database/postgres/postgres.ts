import { type Kysely, type MigrationLockOptions, PostgresAdapter, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { BusyError } from "../../concurrency/semaphore.ts";
import { isCanceled, isReadOnly } from "../unavailable.ts";
import type { Primary } from "./primary.ts";
import { closeUnresponsiveConnections } from "./watchdog.ts";

export interface PostgresOptions {
  /** The most connections of the pool. */
  connections: number;
  /** How long a request waits for a connection, in milliseconds; 1,500 unless given. */
  connectionMs?: number | undefined;
  /** Called when a connection is lost; the pool replaces it. */
  onError?: ((error: Error) => void) | undefined;
}

/** The longest time of a statement, in milliseconds: clients have given up by then. */
const STATEMENT_MS = 5000;

/** Requests are answered within 2.5 s when the database is unreachable, whatever they did before. */
const CONNECTION_MS = 1500;

/** The most tasks waiting for a connection. */
const WAITING_MAX = 500;

/**
 * Removes the statement timeout for migrations: large tables take long, and instances that start together wait for one
 * of them.
 */
class NoMigrationTimeoutAdapter extends PostgresAdapter {
  // biome-ignore lint/suspicious/noExplicitAny: as Kysely declares it
  override async acquireMigrationLock(db: Kysely<any>, options: MigrationLockOptions): Promise<void> {
    await sql`set local statement_timeout = 0`.execute(db);
    await super.acquireMigrationLock(db, options);
  }
}

class NoMigrationTimeoutDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new NoMigrationTimeoutAdapter();
  }
}

interface Postgres {
  dialect: PostgresDialect;
  /** How many connections are in use now, and how many tasks wait for one. */
  load(): { inUse: number; waiting: number };
}

/** Creates the Kysely dialect for PostgreSQL, with a connection pool that connects on demand to the primary. */
export function openPostgres(primary: Primary, options: PostgresOptions): Postgres {
  const { connections, connectionMs = CONNECTION_MS, onError } = options;
  /** The primary's URL, found before each connection. */
  let url = "";
  const pool = new pg.Pool({
    Client: class extends PrimaryClient {
      constructor(config?: pg.ClientConfig) {
        super(url, config);
      }
    },
    onConnect: (client) => primary.requireWrites(client, urlOf(client)),
    max: connections,
    connectionTimeoutMillis: connectionMs,
    statement_timeout: STATEMENT_MS,
    // On SSDs random reads cost about as much as sequential ones. With PostgreSQL's default of 4 the planner prefers a
    // sequential scan to looking up the 25 users of a list's page by index. A transaction that waited for a lock must
    // see what the one before it has committed. Administrators of shared databases set stricter defaults, under which
    // it would fail instead.
    options: "-c random_page_cost=1.1 -c default_transaction_isolation=read\\ committed",
    // Parse int8 (counters, instants) as numbers: all values stay far below 2^53.
    types: {
      getTypeParser: (oid, format) => (oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)),
    },
  });
  // Without listeners a lost connection would end the process. An idle client emits its error on the pool; a client in
  // use between two statements of a transaction emits it only on itself (its next statement then fails).
  pool.on("error", (error, client) => {
    primary.forget(urlOf(client));
    onError?.(error);
  });
  pool.on("connect", (client) => client.on("error", () => primary.forget(urlOf(client))));
  // A connection to a server that no longer accepts writes would stay in the pool, although its name may by now lead to
  // the new primary. The pool drops a connection that ends here.
  pool.on("release", (_error, client) => {
    if (ours(client).isReadOnly) void client.end().catch(() => {});
  });
  closeUnresponsiveConnections(pool, { urlOf, onUnreachable: primary.forget });

  async function connect(): Promise<pg.PoolClient> {
    if (pool.waitingCount >= WAITING_MAX) throw new BusyError("Too many tasks are waiting for a connection");
    url = await primary.find();
    const tried = url;
    return pool.connect().catch((error: unknown) => {
      primary.forget(tried);
      throw error;
    });
  }

  return {
    dialect: new NoMigrationTimeoutDialect({ pool: { options: pool.options, connect, end: () => pool.end() } }),
    load: () => ({ inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
  };
}

/** A connection that remembers its server. */
class PrimaryClient extends pg.Client {
  readonly url: string;
  /** Whether its server refused a write: then the connection is closed once it is released. */
  isReadOnly = false;

  constructor(url: string, config: pg.ClientConfig | undefined) {
    super({ ...config, connectionString: url });
    this.url = url;
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen signatures
  override query(...args: any[]): any {
    const running: unknown = super.query(...(args as [string]));
    // PostgreSQL reports that a statement was canceled before its connection can be used again. On a distributed
    // database that takes until another server responds, and the next statements on the connection would wait.
    if (running instanceof Promise)
      running.catch((error: unknown) => {
        if (isCanceled(error)) void this.end().catch(() => {});
        if (isReadOnly(error)) this.isReadOnly = true;
      });
    return running;
  }
}

const ours = (client: pg.ClientBase) => client as PrimaryClient;
const urlOf = (client: pg.ClientBase) => ours(client).url;
