import { Kysely } from "kysely";
import { type Dialect, postgresDialect, sqliteDialect } from "./dialect.ts";
import type { Load } from "./load.ts";
import { makeFolder } from "./makeFolder.ts";
import { type ListenToNotifications, listenToPostgres } from "./postgres/notifications.ts";
import { openPostgres, type PostgresOptions } from "./postgres/postgres.ts";
import { createPrimary, type Primary } from "./postgres/primary.ts";
import type { RunSqliteJob } from "./sqlite/job.ts";
import { openSqlite } from "./sqlite/sqlite.ts";
import type { Threads } from "./sqlite/workerClient.ts";
import { sqliteFile } from "./sqlitePath.ts";
import type { Tables } from "./tables.ts";

/**
 * The parameter of `.sql.ts` functions: the query builder, and the SQL and functions that differ between the engines.
 */
export interface Database {
  db: Kysely<Tables>;
  dialect: Dialect;
  /**
   * Runs `work` in a transaction, which an exception rolls back. Joins the transaction that this `Database` is already
   * in.
   */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;
  /**
   * Calls `act` once the transaction that this `Database` is in has been committed.
   * @throws {Error} outside of a transaction
   */
  afterCommit(act: () => void): void;
  /**
   * Runs a job on SQLite's writer thread, in a separate transaction. Null on PostgreSQL, where we don't have threads.
   */
  runSqliteJob: RunSqliteJob | null;
  /**
   * Truncates SQLite's write-ahead log, which contains former contents of rows. Resolves to false if another reader,
   * such as a backup, still needs it. Null on PostgreSQL.
   */
  truncateWal: (() => Promise<boolean>) | null;
  /**
   * Truncates it now or within 100 ms, and again until no reader blocks it. Resolves after the first attempt. Null on
   * PostgreSQL.
   */
  truncateWalSoon: (() => Promise<void>) | null;
  /** Resolves if the database accepts writes; checks everything except the write itself. */
  ping(): Promise<void>;
  /** Connects to the other processes on this database; null on SQLite, which only one process uses. */
  listenToNotifications: ListenToNotifications | null;
  close(): Promise<void>;
}

/** The database of the app. */
export interface MainDatabase extends Database {
  /** The same database, through connections reserved for votes, so that votes never wait for slow lists. */
  forVotes: Database;
  /** The same database, for lists, which may be slow: on SQLite they run on their own thread. */
  forLists: Database;
  /** The same database, through connections reserved for searches, so that searches don't delay lists. */
  forSearches: Database;
  /**
   * The same database, for single statements that read all votes of a survey. On SQLite they run on a thread of their
   * own and, unlike those of `snapshot`, may take longer than its limit: each sees one moment without a transaction.
   */
  forLongReads: Database;
  /** Runs `work` in a read-only transaction on a consistent snapshot; writers never wait for it. */
  snapshot<T>(work: (tx: Database) => Promise<T>): Promise<T>;
  load(): Load[];
}

export interface DatabaseOptions {
  /** A PostgreSQL URL, which may name several servers, or null for a SQLite file in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  /** The most connections to PostgreSQL of this process, including those for votes and searches. Default 16. */
  connections?: number;
  /** How long a request waits for a PostgreSQL connection, in milliseconds. Default 1,500. */
  connectionMs?: number | undefined;
  /** Called when a PostgreSQL connection is lost; the pool replaces it. */
  onError?: (error: Error) => void;
  /** Called when the database has become unusable, so that the process has to end. By default the error is thrown. */
  onFatal?: (error: Error) => void;
  /** Where SQLite's threads come from; by default the database starts and ends its own. */
  threads?: Threads;
}

/**
 * A vote needs three statements (find the voter's session, check it for changes, store the vote), each with one batch
 * in flight.
 */
const VOTE_CONNECTIONS = 3;
/**
 * The statements that one process sends at the same time to store votes in a distributed database, each of one survey.
 */
export const VOTE_STATEMENTS = 16;
/**
 * The connections for these statements, besides the one for other votes. They are opened on demand, so databases that
 * aren't distributed never get them.
 */
const MORE_VOTE_CONNECTIONS = VOTE_STATEMENTS - 1;
/** Concurrent searches of this process on PostgreSQL. */
const SEARCH_CONNECTIONS = 2;

/**
 * Opens the database; creates `dataDir` if it is missing.
 * @param sqliteWorker the entry of SQLite's threads, which registers the jobs of features
 */
export function openDatabaseWith(sqliteWorker: URL, options: DatabaseOptions): MainDatabase {
  const { databaseUrl, dataDir, connections = 16, connectionMs, onError } = options;
  if (databaseUrl) {
    const primary = createPrimary(databaseUrl);
    const main = openServer(primary, {
      connections: connections - VOTE_CONNECTIONS - SEARCH_CONNECTIONS,
      connectionMs,
      onError,
    });
    const forVotes = openServer(primary, {
      connections: VOTE_CONNECTIONS + MORE_VOTE_CONNECTIONS,
      connectionMs,
      onError,
    });
    const forSearches = openServer(primary, { connections: SEARCH_CONNECTIONS, connectionMs, onError });
    return {
      ...main,
      forVotes,
      forLists: main,
      forSearches,
      forLongReads: main,
      snapshot: (work) =>
        main.db
          .transaction()
          .setIsolationLevel("repeatable read")
          .setAccessMode("read only")
          .execute((tx) => work(toDatabase(tx, postgresDialect))),
      load: () => [
        { pool: "main", ...main.load() },
        { pool: "votes", ...forVotes.load() },
        { pool: "searches", ...forSearches.load() },
      ],
      listenToNotifications: listenToPostgres(primary),
      close: async () => void (await Promise.all([main, forVotes, forSearches].map((each) => each.close()))),
    };
  }
  makeFolder(dataDir);
  const sqlite = openSqlite(sqliteFile(dataDir), sqliteWorker, options.onFatal ?? fail, options.threads);
  const file = {
    ...toDatabase(new Kysely<Tables>({ dialect: sqlite.dialect }), sqliteDialect),
    runSqliteJob: sqlite.runJob,
    truncateWal: sqlite.truncateWal,
    truncateWalSoon: sqlite.truncateWalSoon,
    close: sqlite.close,
  };
  const forLists = toDatabase(new Kysely<Tables>({ dialect: sqlite.listDialect }), sqliteDialect);
  const forSearches = toDatabase(new Kysely<Tables>({ dialect: sqlite.searchDialect }), sqliteDialect);
  const snapshots = toDatabase(new Kysely<Tables>({ dialect: sqlite.snapshotDialect }), sqliteDialect);
  return {
    ...file,
    forVotes: file,
    forLists,
    forSearches,
    forLongReads: snapshots,
    snapshot: snapshots.transaction,
    load: sqlite.load,
  };
}

function fail(error: Error): never {
  throw error;
}

/** Connects to PostgreSQL with its own connection pool. */
export function openServer(primary: Primary, options: PostgresOptions): Database & { load(): Omit<Load, "pool"> } {
  const { dialect, load } = openPostgres(primary, options);
  return { ...toDatabase(new Kysely<Tables>({ dialect }), postgresDialect), load };
}

/**
 * Wraps Kysely's connection, or a transaction on it, as a `Database`.
 * @param committed the functions to call after the transaction's commit; null outside of a transaction
 */
export function toDatabase(db: Kysely<Tables>, dialect: Dialect, committed: (() => void)[] | null = null): Database {
  const self: Database = {
    db,
    dialect,
    runSqliteJob: null,
    truncateWal: null,
    truncateWalSoon: null,
    async transaction(work) {
      if (db.isTransaction) return work(self);
      const acts: (() => void)[] = [];
      const result = await db.transaction().execute((trx) => work(toDatabase(trx, dialect, acts)));
      for (const act of acts) act();
      return result;
    },
    afterCommit(act) {
      if (committed === null) throw new Error("afterCommit needs a transaction");
      committed.push(act);
    },
    listenToNotifications: null,
    ping: () => self.transaction((tx) => dialect.requireWritable(tx.db)),
    close: () => db.destroy(),
  };
  return self;
}
