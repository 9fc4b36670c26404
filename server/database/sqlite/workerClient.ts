import { Worker } from "node:worker_threads";
import type { Executed } from "./sqliteFile.ts";

/** What a thread is asked, and what it tells, in the same order (sqliteWorker.ts). */
export type WorkerRequest =
  | { sql: string; parameters: readonly unknown[] }
  | { module: string; input: unknown }
  | "rollback"
  | "close";
export type WorkerResponse =
  | { result: unknown }
  | { failure: { message: string; code: string | undefined; errcode: number | undefined } };

interface Waiting {
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** A connection on a thread of its own: what takes milliseconds there stops nobody else. */
export interface SqliteWorker {
  execute(sql: string, parameters: readonly unknown[]): Promise<Executed>;
  /** Runs the function `work` that a module exports, on the thread and in a transaction of its own. */
  run(module: URL, input: unknown): Promise<unknown>;
  /** Ends the transaction under way, if there is still one. */
  rollback(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param file a path; the database is there already
 * @param onDeath hears that the thread ended though nobody closed it: nothing goes on that needs it, and nobody knows
 *   whether what was under way was stored
 */
export function startSqliteWorker(file: string, onDeath: (error: Error) => void): SqliteWorker {
  const thread = new Worker(new URL("./worker.ts", import.meta.url), {
    workerData: file,
    // Batches and rows pass through; without a limit a thread keeps room for 30 MB of them.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
  const waiting: Waiting[] = [];
  let isClosing = false;
  let death: Error | undefined;
  // Only what is under way keeps the process alive.
  thread.unref();

  thread.on("message", (told: WorkerResponse) => {
    const first = waiting.shift();
    if (waiting.length === 0) thread.unref();
    if ("result" in told) first?.resolve(told.result);
    else first?.reject(Object.assign(new Error(told.failure.message), told.failure));
  });
  // An error is followed by the exit.
  let failure: unknown;
  thread.once("error", (error) => {
    failure = error;
  });
  thread.once("exit", (code) => {
    if (isClosing) return;
    death = new Error(`A database thread ended with code ${code}`, { cause: failure });
    for (const { reject } of waiting.splice(0)) reject(death);
    onDeath(death);
  });

  const ask = (asked: WorkerRequest) =>
    new Promise<unknown>((resolve, reject) => {
      if (death) return reject(death);
      waiting.push({ resolve, reject });
      thread.ref();
      thread.postMessage(asked);
    });

  return {
    execute: (sql, parameters) => ask({ sql, parameters }) as Promise<Executed>,
    run: (module, input) => ask({ module: module.href, input }),
    rollback: () => ask("rollback") as Promise<void>,
    close() {
      isClosing = true;
      thread.ref();
      thread.postMessage("close" satisfies WorkerRequest);
      return ended;
    },
  };
}
