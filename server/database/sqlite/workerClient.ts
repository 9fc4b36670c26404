import { Worker } from "node:worker_threads";
import type { RunSqliteJob, SqliteJob } from "./job.ts";
import type { Executed } from "./sqliteFile.ts";

/** The messages to and from the worker thread, which responds in the order of the requests (worker.ts). */
export type WorkerRequest =
  | { open: string }
  | { sql: string; parameters: readonly unknown[] }
  | { job: string; input: unknown }
  | "rollback"
  | "close";
export type WorkerResponse =
  | { result: unknown }
  | { failure: { message: string; code: string | undefined; errcode: number | undefined } };

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** A SQLite connection on a worker thread, so that slow statements don't block the main thread. */
export interface SqliteWorker {
  execute(sql: string, parameters: readonly unknown[]): Promise<Executed>;
  run: RunSqliteJob;
  /** Rolls back the current transaction, if there still is one. */
  rollback(): Promise<void>;
  close(): Promise<void>;
}

/** The source of workers' threads. Tests reuse threads, because starting one takes 60 ms of CPU. */
export interface Threads {
  /** @param entry the module of the thread, which calls `startWorker` */
  start(entry: URL): Worker;
  /** Takes a thread back whose connection is closed. */
  end(thread: Worker): Promise<unknown>;
}

/** A new thread for each connection, which ends with it. */
export const separateThreads: Threads = {
  start: (entry) =>
    // Batches and rows are short-lived; without a limit the thread's young generation grows to 30 MB.
    new Worker(entry, { resourceLimits: { maxYoungGenerationSizeMb: 4 } }),
  end: (thread) => thread.terminate(),
};

/**
 * Opens a connection on a worker thread.
 * @param file the path of an existing database
 * @param entry the module of the thread
 * @param onDeath is called when the thread ends without `close`. Requests in progress may or may not have been stored
 */
export function startSqliteWorker(
  file: string,
  entry: URL,
  onDeath: (error: Error) => void,
  threads = separateThreads,
): SqliteWorker {
  const thread = threads.start(entry);
  const waiting: Waiting[] = [];
  let closing: Promise<void> | undefined;
  let death: Error | undefined;
  // Only requests in progress keep the process alive.
  thread.unref();

  thread.on("message", (response: WorkerResponse) => {
    const first = waiting.shift();
    if (waiting.length === 0) thread.unref();
    if ("result" in response) first?.resolve(response.result);
    else first?.reject(Object.assign(new Error(response.failure.message), response.failure));
  });
  // An "error" event is followed by "exit".
  let failure: unknown;
  thread.once("error", (error) => {
    failure = error;
  });
  thread.once("exit", (code) => {
    death = new Error(`A database thread ended with code ${code}`, { cause: failure });
    for (const { reject } of waiting.splice(0)) reject(death);
    if (!closing) onDeath(death);
  });

  const send = (request: WorkerRequest) =>
    new Promise<unknown>((resolve, reject) => {
      if (death) return reject(death);
      // A thread that is taken back may serve another connection, which would get this response in place of its own.
      if (closing && request !== "close") return reject(new Error("The database connection is closed"));
      waiting.push({ resolve, reject });
      thread.ref();
      thread.postMessage(request);
    });

  async function end(): Promise<void> {
    // A thread that has ended has closed its connection.
    await send("close").catch(() => {});
    await threads.end(thread);
  }

  thread.postMessage({ open: file } satisfies WorkerRequest);
  return {
    execute: (sql, parameters) => send({ sql, parameters }) as Promise<Executed>,
    run: <Input, Result>(job: SqliteJob<Input, Result>, input: Input) =>
      send({ job: job.name, input }) as Promise<Result>,
    rollback: () => send("rollback") as Promise<void>,
    close() {
      closing ??= end();
      return closing;
    },
  };
}
