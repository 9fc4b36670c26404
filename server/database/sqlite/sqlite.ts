import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from "kysely";
import type { Load } from "../load.ts";
import { Semaphore } from "../semaphore.ts";
import { type Executed, openSqliteFile } from "./sqliteFile.ts";
import { startWalCheckpoints } from "./walCheckpoint.ts";
import { type SqliteWorker, startSqliteWorker } from "./workerClient.ts";

/** Transactions that may wait for their turn to write: some seconds of them. */
const WRITERS_WAITING = 1000;
/** Snapshots, one for each export of somebody's data, that may wait for each other. */
const SNAPSHOTS_WAITING = 100;
/** Reads that a reading thread is given at once, so that it never waits for the next, and those that may wait for it. */
const READS_AT_ONCE = 4;
const READS_WAITING = 500;

/**
 * Node's own SQLite for Kysely. Reads outside of transactions are answered right here, by a connection of their own:
 * they take microseconds and never wait for a writer. Everything else goes to the one thread that writes.
 */
export interface Sqlite {
  dialect: SqliteDialect;
  /** The same, with reads on a thread of their own: for those that may take long. */
  listDialect: SqliteDialect;
  /** The same, on a further thread: searches hold up no list. */
  searchDialect: SqliteDialect;
  /** The same, with read-only transactions of one moment, on a thread of their own: they hold nobody up. */
  snapshotDialect: SqliteDialect;
  /** Runs the function `work` that a module exports, beside the data: on the thread, in a transaction of its own. */
  work(module: URL, input: unknown): Promise<unknown>;
  /** How many write and read on the threads now, and how many wait for that. */
  load(): Load[];
  close(): Promise<void>;
}

/** @param onDeath hears that a thread ended by itself: the process can't go on without it */
export function openSqlite(file: string, onDeath: (error: Error) => void): Sqlite {
  const reader = openSqliteFile(file);
  const writer = startSqliteWorker(file, onDeath);
  const lists = readingThread(file, onDeath);
  const searches = readingThread(file, onDeath);
  const snapshots = lazyThread(file, onDeath);
  const turns = new Semaphore(1, WRITERS_WAITING);
  const stopKeeping = startWalCheckpoints(file, lists.execute, (sql, parameters) =>
    turns.run(() => writer.execute(sql, parameters)),
  );
  return {
    dialect: new ThreadedDialect({ read: reader.execute, writer, turns }),
    listDialect: new ThreadedDialect({ read: lists.read, writer, turns }),
    searchDialect: new ThreadedDialect({ read: searches.read, writer, turns }),
    snapshotDialect: new ThreadedDialect({
      read: snapshots.execute,
      writer: snapshots,
      turns: new Semaphore(1, SNAPSHOTS_WAITING),
      begin: ["pragma query_only = on", "begin"],
    }),
    work: (module, input) => turns.run(() => writer.run(module, input)),
    load: () =>
      Object.entries({ writer: turns, lists: lists.places, searches: searches.places }).map(
        ([pool, { inUse, waiting }]) => ({ pool, inUse, waiting }),
      ),
    async close() {
      await stopKeeping();
      await lists.close();
      await searches.close();
      await snapshots.close();
      await writer.close();
      reader.close();
    },
  };
}

/** A thread for reads, each of which waits for its place. */
function readingThread(file: string, onDeath: (error: Error) => void) {
  const { execute, close } = lazyThread(file, onDeath);
  const places = new Semaphore(READS_AT_ONCE, READS_WAITING);
  return {
    places,
    execute,
    close,
    read: (sql: string, parameters: readonly unknown[]) => places.run(() => execute(sql, parameters)),
  };
}

/** A thread that starts when it is first needed. */
function lazyThread(file: string, onDeath: (error: Error) => void): SqliteWorker {
  let thread: SqliteWorker | undefined;
  const started = () => {
    thread ??= startSqliteWorker(file, onDeath);
    return thread;
  };
  return {
    execute: (sql, parameters) => started().execute(sql, parameters),
    run: (module, input) => started().run(module, input),
    rollback: () => started().rollback(),
    close: async () => thread?.close(),
  };
}

/** A deferred transaction that reads first can't always become a writer when another process writes: begin as one. */
const BEGIN = ["begin immediate"];

interface Parts {
  read(sql: string, parameters: readonly unknown[]): Executed | Promise<Executed>;
  writer: SqliteWorker;
  /** One transaction at a time on the thread that writes. */
  turns: Semaphore;
  /** The statements that begin a transaction. */
  begin?: readonly string[];
}

class ThreadedDialect extends SqliteDialect {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    // What the driver below takes the place of would need this.
    super({ database: () => Promise.reject(new Error("There is another driver")) });
    this.#parts = parts;
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }

  override createDriver(): Driver {
    return new ThreadedDriver(this.#parts);
  }
}

/**
 * Kysely takes neither a lock nor a transaction for migrations on SQLite, which can do both: without, processes that
 * start together would stumble over each other's tables, and a crash in the middle would leave half a schema.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** Kysely would let nobody read while somebody is in a transaction. Who writes waits for its turn anyway. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class ThreadedDriver implements Driver {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    return new Connection(this.#parts);
  }

  beginTransaction(connection: Connection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: Connection): Promise<void> {
    return connection.commit();
  }

  rollbackTransaction(connection: Connection): Promise<void> {
    return connection.rollback();
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.endTurn();
  }

  async destroy(): Promise<void> {}
}

class Connection implements DatabaseConnection {
  readonly #parts: Parts;
  /** Ends the turn of the transaction under way. */
  #endTurn: (() => void) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { read, writer, turns } = this.#parts;
    const write = () => writer.execute(sql, parameters);
    const isRead = !this.#endTurn && /^\s*select\b/i.test(sql);
    const executing = isRead ? read(sql, parameters) : this.#endTurn ? write() : turns.run(write);
    const { rows, changes } = await executing;
    return { rows: rows as R[], numAffectedRows: BigInt(changes) };
  }

  async begin(): Promise<void> {
    this.#endTurn = await this.#parts.turns.acquire();
    const { writer, begin = BEGIN } = this.#parts;
    for (const statement of begin) await writer.execute(statement, []);
  }

  async commit(): Promise<void> {
    await this.#parts.writer.execute("commit", []);
  }

  rollback(): Promise<void> {
    return this.#parts.writer.rollback();
  }

  /** Whatever became of the transaction, others must get their turn. */
  endTurn(): void {
    this.#endTurn?.();
    this.#endTurn = undefined;
  }

  /** Kysely's own streams are not used here: lists come in pages. */
  streamQuery(): AsyncIterableIterator<never> {
    throw new Error("Rows are read at once");
  }
}
