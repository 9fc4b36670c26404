import { parentPort, workerData } from "node:worker_threads";
import { openSqliteFile, type SqliteFile } from "./sqliteFile.ts";
import type { WorkerRequest, WorkerResponse } from "./workerClient.ts";

/** One thread with its connection: does one thing after the other, in the order they come. */
const file = openSqliteFile(workerData as string);

parentPort?.on("message", (asked: WorkerRequest) => {
  if (asked === "close") {
    file.close();
    parentPort?.close();
  } else if (asked === "rollback") tell(() => file.rollback());
  else if ("module" in asked) {
    // A module is read at its first use only; whoever asks waits for the answer before asking for more.
    void import(asked.module).then(({ work }) => tell(() => inTransaction(work, asked.input)));
  } else tell(() => file.execute(asked.sql, asked.parameters));
});

function tell(work: () => unknown): void {
  parentPort?.postMessage(attempt(work));
}

function attempt(work: () => unknown): WorkerResponse {
  try {
    return { result: work() };
  } catch (error) {
    // Errors lose what they know beside their message on their way to another thread.
    const { message, code, errcode } = error as Error & { code?: string; errcode?: number };
    return { failure: { message, code, errcode } };
  }
}

function inTransaction(work: (file: SqliteFile, input: unknown) => unknown, input: unknown): unknown {
  file.run("begin immediate", []);
  try {
    const result = work(file, input);
    file.run("commit", []);
    return result;
  } catch (error) {
    file.rollback();
    throw error;
  }
}
