import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteDialect,
} from "kysely";
import { type Executed, openSqliteFile } from "./sqliteFile.ts";
import { keepLogShort } from "./sqliteLog.ts";
import { type SqliteThread, startSqliteThread } from "./sqliteThread.ts";

/**
 * Node's own SQLite for Kysely. Reads outside of transactions are answered right here, by a connection of their own:
 * they take microseconds and never wait for a writer. Everything else goes to the one thread that writes.
 */
export interface Sqlite {
  dialect: SqliteDialect;
  /** The same, with reads on a thread of their own: for those that may take long. */
  listDialect: SqliteDialect;
  /** The same, with read-only transactions of one moment, on a thread of their own: they hold nobody up. */
  snapshotDialect: SqliteDialect;
  /** Runs the function `work` that a module exports, beside the data: on the thread, in a transaction of its own. */
  work(module: URL, input: unknown): Promise<unknown>;
  /** Whether somebody writes now, and how many wait for their turn. */
  load(): { inUse: number; waiting: number };
  close(): Promise<void>;
}

export function openSqlite(file: string): Sqlite {
  const reader = openSqliteFile(file);
  const writer = startSqliteThread(file);
  let lister: SqliteThread | undefined;
  const onLister: SqliteThread["execute"] = (sql, parameters) => {
    lister ??= startSqliteThread(file);
    return lister.execute(sql, parameters);
  };
  const snapshots = lazyThread(file);
  const turns = new Turns();
  const stopKeeping = keepLogShort(file, onLister, (sql, parameters) =>
    turns.during(() => writer.execute(sql, parameters)),
  );
  return {
    dialect: new ThreadedDialect({ read: reader.execute, writer, turns }),
    listDialect: new ThreadedDialect({ read: onLister, writer, turns }),
    snapshotDialect: new ThreadedDialect({
      read: snapshots.execute,
      writer: snapshots,
      turns: new Turns(),
      begin: ["pragma query_only = on", "begin"],
    }),
    work: (module, input) => turns.during(() => writer.run(module, input)),
    load: () => ({ inUse: Math.min(turns.wanted, 1), waiting: Math.max(turns.wanted - 1, 0) }),
    async close() {
      await stopKeeping();
      await lister?.close();
      await snapshots.close();
      await writer.close();
      reader.close();
    },
  };
}

/** A thread that starts when it is first needed. */
function lazyThread(file: string): SqliteThread {
  let thread: SqliteThread | undefined;
  const started = () => {
    thread ??= startSqliteThread(file);
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
  writer: SqliteThread;
  turns: Turns;
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

/** Who writes, one after the other: SQLite has one writer at a time. */
class Turns {
  #last: Promise<void> = Promise.resolve();
  /** Turns that are taken or waited for. */
  wanted = 0;

  /** Resolves when the turn has come, to a function that ends it. */
  async take(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    this.wanted++;
    await before;
    return () => {
      this.wanted--;
      resolve();
    };
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const end = await this.take();
    return work().finally(end);
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
    const executing = isRead ? read(sql, parameters) : this.#endTurn ? write() : turns.during(write);
    const { rows, changes } = await executing;
    return { rows: rows as R[], numAffectedRows: BigInt(changes) };
  }

  async begin(): Promise<void> {
    this.#endTurn = await this.#parts.turns.take();
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
