import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { Semaphore } from "../../concurrency/semaphore.ts";
import type { Load } from "../load.ts";
import type { RunSqliteJob } from "./job.ts";
import { type Executed, openSqliteFile } from "./sqliteFile.ts";
import { createWalTruncations, startWalCheckpoints, truncateWal, type WalTruncation } from "./walCheckpoint.ts";
import { type SqliteWorker, startSqliteWorker, type Threads } from "./workerClient.ts";

/** The most transactions waiting to write: a few seconds of work. */
const WRITERS_WAITING = 1000;
/** The most snapshots waiting for each other; each export of a user's data takes one. */
const SNAPSHOTS_WAITING = 100;
/** The reads sent to a reader thread at the same time, so that it is never idle between two, and the most waiting. */
const CONCURRENT_READS = 4;
const READS_WAITING = 500;
/**
 * The longest that a snapshot lasts, in milliseconds. The write-ahead log keeps everything from its beginning, also the
 * sums of secret surveys after each vote.
 */
const SNAPSHOT_MS = 10_000;
/**
 * How long a reader thread rests before it ends, in milliseconds. It takes 5 to 13 MB, and the next request waits 50 ms
 * for a new one.
 */
const IDLE_MS = 30_000;
/**
 * 8 MB instead of 64: after a commit that split an index page, SQLite goes through all pages in the cache of its
 * connection. A larger cache saved few reads, because votes change random pages of an index that is larger than either.
 * @public read by bench/storing.ts, which loads this file in several versions
 */
export const WRITER_CACHE = "pragma cache_size = -8192";

/**
 * Node's built-in SQLite for Kysely. Reads outside of transactions run synchronously on the calling thread, with their
 * own connection: they take microseconds and never wait for a writer. Everything else goes to the single writer thread.
 */
export interface Sqlite {
  dialect: Dialect;
  /** Like `dialect`, with reads on a separate thread, for reads that may take long. */
  listDialect: Dialect;
  /** Like `listDialect`, on a further thread, so that searches don't delay lists. */
  searchDialect: Dialect;
  /** For read-only transactions on a consistent snapshot, on a separate thread, so that they delay nothing else. */
  snapshotDialect: Dialect;
  runJob: RunSqliteJob;
  /** Truncates the write-ahead log. Resolves to false if another reader still needs it. */
  truncateWal(): Promise<boolean>;
  /**
   * Truncates the write-ahead log now or within 100 ms, and again until no reader blocks it. Resolves after the first
   * attempt.
   */
  truncateWalSoon(): Promise<void>;
  /** How many tasks run on the threads now, and how many wait. */
  load(): Load[];
  close(): Promise<void>;
}

/**
 * @param entry the module of the threads, which registers the jobs
 * @param onDeath is called when a thread ends unexpectedly; the process can't continue without it
 * @param threads where the threads come from; by default each connection starts and ends its own
 */
export function openSqlite(file: string, entry: URL, onDeath: (error: Error) => void, threads?: Threads): Sqlite {
  const startThread = () => startSqliteWorker(file, entry, onDeath, threads);
  const reader = openSqliteFile(file);
  const writer = startThread();
  // If the thread has ended, `onDeath` reports it.
  writer.execute(WRITER_CACHE, []).catch(() => {});
  const lists = startReader(startThread);
  const searches = startReader(startThread);
  // Its transactions have ended by then.
  const snapshots = lazyWorker(startThread, SNAPSHOT_MS + IDLE_MS);
  const writeLock = new Semaphore(1, WRITERS_WAITING);
  const stopCheckpoints = startWalCheckpoints(file, lists.execute, (sql, parameters) =>
    writeLock.run(() => writer.execute(sql, parameters)),
  );
  const truncation: WalTruncation = {
    file,
    onReader: lists.execute,
    // At most one is in flight.
    onlyWriting: (work) => writeLock.run(() => work(writer.execute), { isUrgent: true }),
  };
  const truncations = createWalTruncations(truncation);
  return {
    dialect: threadedDialect({ read: reader.execute, writer, writeLock }),
    listDialect: threadedDialect({ read: lists.read, writer, writeLock }),
    searchDialect: threadedDialect({ read: searches.read, writer, writeLock }),
    snapshotDialect: threadedDialect({
      read: snapshots.execute,
      writer: snapshots,
      writeLock: new Semaphore(1, SNAPSHOTS_WAITING),
      begin: ["pragma query_only = on", "begin"],
      limitMs: SNAPSHOT_MS,
    }),
    // Urgent, because jobs store votes, one batch at a time: a flood of other writes must not keep people from voting.
    runJob: (job, input) => writeLock.run(() => writer.run(job, input), { isUrgent: true }),
    truncateWal: () => truncateWal(truncation),
    truncateWalSoon: truncations.truncateSoon,
    load: () =>
      Object.entries({ writer: writeLock, lists: lists.semaphore, searches: searches.semaphore }).map(
        ([pool, { inUse, waiting }]) => ({ pool, inUse, waiting }),
      ),
    async close() {
      await stopCheckpoints();
      await truncations.stop();
      await lists.close();
      await searches.close();
      await snapshots.close();
      await writer.close();
      reader.close();
    },
  };
}

/** Starts a thread for reads, with a bounded queue. */
function startReader(startThread: () => SqliteWorker) {
  const { execute, close } = lazyWorker(startThread, IDLE_MS);
  const semaphore = new Semaphore(CONCURRENT_READS, READS_WAITING);
  return {
    semaphore,
    execute,
    close,
    read: (sql: string, parameters: readonly unknown[]) => semaphore.run(() => execute(sql, parameters)),
  };
}

/**
 * Creates a worker that starts its thread at the first use, and ends it when it has had no request for `idleMs`
 * milliseconds.
 */
function lazyWorker(startThread: () => SqliteWorker, idleMs: number): SqliteWorker {
  let thread: SqliteWorker | undefined;
  let inUse = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let ending: Promise<unknown> = Promise.resolve();

  function end(): void {
    ending = Promise.all([ending, thread?.close()]);
    thread = undefined;
  }

  async function use<T>(request: (worker: SqliteWorker) => Promise<T>): Promise<T> {
    clearTimeout(timer);
    thread ??= startThread();
    inUse++;
    try {
      return await request(thread);
    } finally {
      inUse--;
      if (inUse === 0 && !isClosed) timer = setTimeout(end, idleMs).unref();
    }
  }

  return {
    execute: (sql, parameters) => use((worker) => worker.execute(sql, parameters)),
    run: (job, input) => use((worker) => worker.run(job, input)),
    rollback: () => use((worker) => worker.rollback()),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await ending;
      await thread?.close();
    },
  };
}

/**
 * Takes the write lock immediately: a deferred transaction that reads first would fail when it writes after another
 * process wrote.
 */
const BEGIN = ["begin immediate"];

interface DriverOptions {
  read(sql: string, parameters: readonly unknown[]): Executed | Promise<Executed>;
  writer: SqliteWorker;
  /** Lets one transaction at a time run on the writer thread. */
  writeLock: Semaphore;
  /** The statements that begin a transaction; `BEGIN` by default. */
  begin?: readonly string[];
  /** The longest that a transaction may take, in milliseconds, before it is rolled back. No limit by default. */
  limitMs?: number;
}

function threadedDialect(options: DriverOptions): Dialect {
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => createDriver(options),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/**
 * Runs migrations in a transaction, which Kysely doesn't do on SQLite by default. Otherwise processes that start
 * together would create the same tables, and a crash during a migration would leave half a schema.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Otherwise Kysely wouldn't allow reads during a transaction. Writers wait for the write lock anyway. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function createDriver(options: DriverOptions): Driver {
  const { writer, writeLock, begin = BEGIN, limitMs } = options;
  return {
    async init() {},
    acquireConnection: async () => new Connection(options),
    async beginTransaction(connection: Connection) {
      connection.releaseLock = await writeLock.acquire();
      for (const statement of begin) await writer.execute(statement, []);
      if (limitMs !== undefined) connection.endAfter(limitMs);
    },
    commitTransaction: async () => void (await writer.execute("commit", [])),
    rollbackTransaction: () => writer.rollback(),
    // Lets the next transaction run, whether this one was committed or not.
    async releaseConnection(connection: Connection) {
      connection.release();
    },
    async destroy() {},
  };
}

class Connection implements DatabaseConnection {
  readonly #options: DriverOptions;
  /** Releases the write lock of the current transaction. */
  releaseLock: (() => void) | undefined;
  #limit: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(options: DriverOptions) {
    this.#options = options;
  }

  /** Rolls the transaction back after this time, in milliseconds; its further statements fail. */
  endAfter(ms: number): void {
    this.#limit = setTimeout(() => {
      this.#hasEnded = true;
      // If the thread has ended, the next statement fails.
      this.#options.writer.rollback().catch(() => {});
    }, ms).unref();
  }

  release(): void {
    clearTimeout(this.#limit);
    this.releaseLock?.();
    this.releaseLock = undefined;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#hasEnded) throw new Error("The transaction took too long");
    const { read, writer, writeLock } = this.#options;
    const write = () => writer.execute(sql, parameters);
    const isRead = !this.releaseLock && /^\s*select\b/i.test(sql);
    const executing = isRead ? read(sql, parameters) : this.releaseLock ? write() : writeLock.run(write);
    const { rows, changes } = await executing;
    return { rows: rows as R[], numAffectedRows: BigInt(changes) };
  }

  /** Not supported, because lists are paginated and nothing streams rows. */
  streamQuery(): AsyncIterableIterator<never> {
    throw new Error("Streaming rows is not supported");
  }
}
