import { join } from "node:path";
import { Kysely } from "kysely";
import { type Dialect, postgresDialect, sqliteDialect } from "./dialect.ts";
import type { Load } from "./load.ts";
import { makeFolder } from "./makeFolder.ts";
import { type ListenToNotifications, listenToPostgres } from "./postgres/notifications.ts";
import { openPostgres, type PostgresOptions } from "./postgres/postgres.ts";
import { openSqlite } from "./sqlite/sqlite.ts";
import type { Tables } from "./tables.ts";

/** What `.sql.ts` files are given: the query builder, and what the engine at hand says differently. */
export interface Database {
  db: Kysely<Tables>;
  dialect: Dialect;
  /** Runs `work` in one transaction; what it throws rolls everything back. Within one, it joins it. */
  transaction<T>(work: (tx: Database) => Promise<T>): Promise<T>;
  /**
   * SQLite's thread, for work that is done beside the data: runs the function `work` that a module exports, in a
   * transaction of its own. Null on PostgreSQL.
   */
  thread: ((module: URL, input: unknown) => Promise<unknown>) | null;
  /** Resolves when the database would take a write, which is tried up to the write itself. */
  ping(): Promise<void>;
  /** The way to the other processes on this database; null on SQLite, which is one process's. */
  openNotices: ListenToNotifications | null;
  close(): Promise<void>;
}

/** The database of the app. */
export interface MainDatabase extends Database {
  /** The same database, by connections that only votes take: they never wait behind slow lists. */
  forVotes: Database;
  /** The same database, for lists, which may take long: on SQLite they hold nobody else up. */
  forLists: Database;
  /** The same database, by connections that only searches take: they hold up no list. */
  forSearches: Database;
  /** Runs `work` in a transaction that only reads, and sees the data of one moment; writers never wait for it. */
  snapshot<T>(work: (tx: Database) => Promise<T>): Promise<T>;
  load(): Load[];
}

export interface DatabaseOptions {
  /** A PostgreSQL address, or null for a SQLite file in `dataDir`. */
  databaseUrl: string | null;
  dataDir: string;
  /** How many connections to PostgreSQL this process may hold, those for votes among them. Default 16. */
  connections?: number;
  /** How long a request waits for a PostgreSQL connection, in milliseconds. Default 1,500. */
  connectionMs?: number | undefined;
  /** Hears about lost PostgreSQL connections; the pool replaces them by itself. */
  onError?: (error: Error) => void;
  /** Hears that nothing can be read or stored any more, so that the process has to end. Without it that is thrown. */
  onFatal?: (error: Error) => void;
}

/** A vote takes three things: who its voter is, whether that has changed, its place. Each is asked for in one batch at a time. */
const FOR_VOTES = 3;
/** Searches that PostgreSQL works on at once, for this process. */
const FOR_SEARCHES = 2;

/** Opens the database; creates `dataDir` when it is missing. */
export function openDatabase(options: DatabaseOptions): MainDatabase {
  const { databaseUrl, dataDir, connections = 16, connectionMs, onError } = options;
  if (databaseUrl) {
    const main = openServer(databaseUrl, {
      connections: connections - FOR_VOTES - FOR_SEARCHES,
      connectionMs,
      onError,
    });
    const forVotes = openServer(databaseUrl, { connections: FOR_VOTES, connectionMs, onError });
    const forSearches = openServer(databaseUrl, { connections: FOR_SEARCHES, connectionMs, onError });
    return {
      ...main,
      forVotes,
      forLists: main,
      forSearches,
      snapshot: (work) =>
        main.db
          .transaction()
          .setIsolationLevel("repeatable read")
          .setAccessMode("read only")
          .execute((tx) => work(wrap(tx, postgresDialect))),
      load: () => [
        { pool: "main", ...main.load() },
        { pool: "votes", ...forVotes.load() },
        { pool: "searches", ...forSearches.load() },
      ],
      openNotices: listenToPostgres(databaseUrl),
      close: async () => void (await Promise.all([main, forVotes, forSearches].map((each) => each.close()))),
    };
  }
  makeFolder(dataDir);
  const sqlite = openSqlite(join(dataDir, "survey-app.sqlite"), options.onFatal ?? fail);
  const file = {
    ...wrap(new Kysely<Tables>({ dialect: sqlite.dialect }), sqliteDialect),
    thread: sqlite.work,
    close: sqlite.close,
  };
  const forLists = wrap(new Kysely<Tables>({ dialect: sqlite.listDialect }), sqliteDialect);
  const forSearches = wrap(new Kysely<Tables>({ dialect: sqlite.searchDialect }), sqliteDialect);
  const snapshots = wrap(new Kysely<Tables>({ dialect: sqlite.snapshotDialect }), sqliteDialect);
  return {
    ...file,
    forVotes: file,
    forLists,
    forSearches,
    snapshot: snapshots.transaction,
    load: sqlite.load,
  };
}

function fail(error: Error): never {
  throw error;
}

/** Opens a PostgreSQL server by a pool of its own. */
export function openServer(url: string, options: PostgresOptions): Database & { load(): Omit<Load, "pool"> } {
  const { dialect, load } = openPostgres(url, options);
  return { ...wrap(new Kysely<Tables>({ dialect }), postgresDialect), load };
}

function wrap(db: Kysely<Tables>, dialect: Dialect): Database {
  const self: Database = {
    db,
    dialect,
    thread: null,
    transaction: (work) =>
      db.isTransaction ? work(self) : db.transaction().execute((trx) => work(wrap(trx, dialect))),
    openNotices: null,
    ping: () => self.transaction((tx) => dialect.demandWritable(tx.db)),
    close: () => db.destroy(),
  };
  return self;
}
