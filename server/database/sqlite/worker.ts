import { parentPort, workerData } from "node:worker_threads";
import { openSqliteFile, type SqliteFile } from "./sqliteFile.ts";
import type { WorkerRequest, WorkerResponse } from "./workerClient.ts";

/** The worker's connection. The worker handles requests one after the other, in order. */
const file = openSqliteFile(workerData as string);

parentPort?.on("message", (request: WorkerRequest) => {
  if (request === "close") {
    file.close();
    parentPort?.close();
  } else if (request === "rollback") respond(() => file.rollback());
  else if ("module" in request) {
    // Node caches modules, so only the first import takes time. Order is kept, because the client waits for the response.
    void import(request.module).then(({ work }) => respond(() => inTransaction(work, request.input)));
  } else respond(() => file.execute(request.sql, request.parameters));
});

function respond(work: () => unknown): void {
  parentPort?.postMessage(attempt(work));
}

function attempt(work: () => unknown): WorkerResponse {
  try {
    return { result: work() };
  } catch (error) {
    // Structured cloning drops the custom properties of errors, so they are sent explicitly.
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
