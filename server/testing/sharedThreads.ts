import type { Worker } from "node:worker_threads";
import { separateThreads, type Threads } from "../database/sqlite/workerClient.ts";

/** The threads of databases that tests have closed. */
const idle: Worker[] = [];

/**
 * SQLite threads that serve one database after the other: a process runs hundreds of tests, each with its own database.
 */
export const sharedThreads: Threads = {
  start: (entry) => idle.pop() ?? separateThreads.start(entry),
  async end(thread) {
    // Only those of the connection: without its own listeners a worker receives no messages.
    for (const event of ["message", "error", "exit"]) thread.removeAllListeners(event);
    // One that has ended would never respond.
    if (thread.threadId !== -1) idle.push(thread);
  },
};
