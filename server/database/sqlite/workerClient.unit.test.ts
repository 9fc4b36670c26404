import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startSqliteWorker } from "./workerClient.ts";

const folder = mkdtempSync(join(tmpdir(), "survey-app-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const module = (code: string) => new URL(`data:text/javascript,${encodeURIComponent(code)}`);

test.each([
  ["ends", module("export const work = () => process.exit(7)")],
  ["fails", module("throw new Error('broken')")],
])("a thread that %s fails what was asked and what is asked later, and says so once", async (_, fatal) => {
  const deaths: Error[] = [];
  const thread = startSqliteWorker(join(folder, "a.sqlite"), (error) => deaths.push(error));
  expect((await thread.execute("select 1 as one", [])).rows).toEqual([{ one: 1 }]);
  const pending = [thread.run(fatal, null), thread.execute("select 1", []), thread.rollback()];
  // What the thread did before it ended may have been answered.
  expect((await Promise.allSettled(pending))[0]?.status).toBe("rejected");
  await expect(thread.execute("select 1", [])).rejects.toThrow(/thread ended with code [17]/);
  expect(deaths).toHaveLength(1);
  await thread.close();
});

test("a thread that is closed is no death", async () => {
  const deaths: Error[] = [];
  const thread = startSqliteWorker(join(folder, "b.sqlite"), (error) => deaths.push(error));
  await thread.execute("select 1", []);
  await thread.close();
  expect(deaths).toEqual([]);
});
