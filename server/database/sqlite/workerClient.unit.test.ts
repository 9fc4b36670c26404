import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { separateThreads, startSqliteWorker, type Threads } from "./workerClient.ts";

const folder = mkdtempSync(join(tmpdir(), "survey-app-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The entry of a worker thread, with jobs that end the thread. */
const entry = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { startWorker } from "${new URL("./worker.ts", import.meta.url)}";
    startWorker([function end() { process.exit(7); }, function fail() { return fail; /* A message can't carry a function. */ }]);`)}`,
);
function end(): void {}
function fail(): void {}
function unregistered(): void {}

test.each([
  ["ends", end],
  ["fails", fail],
])("a worker that %s fails current and later requests, and reports the failure once", async (_, fatal) => {
  const deaths: Error[] = [];
  const thread = startSqliteWorker(join(folder, "a.sqlite"), entry, (error) => deaths.push(error));
  expect((await thread.execute("select 1 as one", [])).rows).toEqual([{ one: 1 }]);
  const pending = [thread.run(fatal, null), thread.execute("select 1", []), thread.rollback()];
  // Requests handled before the thread ended may have got a response.
  expect((await Promise.allSettled(pending))[0]?.status).toBe("rejected");
  await expect(thread.execute("select 1", [])).rejects.toThrow(/thread ended with code [17]/);
  expect(deaths).toHaveLength(1);
  await thread.close();
});

test("a closed worker sends nothing to its thread, which may serve another database by then", async () => {
  const idle: Worker[] = [];
  const reused: Threads = {
    start: (module) => idle.pop() ?? separateThreads.start(module),
    async end(thread) {
      for (const event of ["message", "error", "exit"]) thread.removeAllListeners(event);
      idle.push(thread);
    },
  };
  const start = (name: string) =>
    startSqliteWorker(join(folder, name), entry, (error) => expect.unreachable(error.message), reused);
  const first = start("d.sqlite");
  await first.execute("create table firsts (id integer)", []);
  await Promise.all([first.close(), first.close()]);
  expect(idle).toHaveLength(1);
  const second = start("e.sqlite");
  const late = first.execute("create table lates (id integer)", []);
  await expect(late).rejects.toThrow("closed");
  // Each gets its own response, not the one before.
  expect((await second.execute("select name from sqlite_schema", [])).rows).toEqual([]);
  expect((await second.execute("select 2 as two", [])).rows).toEqual([{ two: 2 }]);
  await second.close();
  for (const thread of idle) await thread.terminate();
});

test("closing a worker is not reported as a failure", async () => {
  const deaths: Error[] = [];
  const thread = startSqliteWorker(join(folder, "b.sqlite"), entry, (error) => deaths.push(error));
  await thread.execute("select 1", []);
  await thread.close();
  expect(deaths).toEqual([]);
});

test("a job that the entry does not register fails, and the thread keeps running", async () => {
  const thread = startSqliteWorker(join(folder, "c.sqlite"), entry, (error) => expect.unreachable(error.message));
  await expect(thread.run(unregistered, null)).rejects.toThrow("does not register this job");
  expect((await thread.execute("select 1 as one", [])).rows).toEqual([{ one: 1 }]);
  await thread.close();
});
