import { parentPort } from "node:worker_threads";
import type { SqliteJob } from "./job.ts";
import { openSqliteFile, type SqliteFile } from "./sqliteFile.ts";
import type { WorkerRequest, WorkerResponse } from "./workerClient.ts";

// `never`: each job has its own input. `RunSqliteJob` lets callers pass a job only what it accepts.
type RegisteredJob = SqliteJob<never, unknown>;

/**
 * Handles requests one after the other, in order; the first opens the connection. The entry of the thread calls it
 * once.
 */
export function startWorker(registered: readonly RegisteredJob[]): void {
  const jobs = new Map(registered.map((job) => [job.name, job]));
  let file: SqliteFile;
  parentPort?.on("message", (request: WorkerRequest) => {
    if (request === "close") respond(() => file.close());
    else if (request === "rollback") respond(() => file.rollback());
    else if ("open" in request) file = openSqliteFile(request.open);
    else if ("job" in request) respond(() => inTransaction(file, jobs.get(request.job), request.input as never));
    else respond(() => file.execute(request.sql, request.parameters));
  });
}

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

function inTransaction(file: SqliteFile, job: RegisteredJob | undefined, input: never): unknown {
  if (!job) throw new Error("The worker's entry does not register this job");
  file.run("begin immediate", []);
  try {
    const result = job(file, input);
    file.run("commit", []);
    return result;
  } catch (error) {
    file.rollback();
    throw error;
  }
}
