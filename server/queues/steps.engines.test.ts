import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { endPauses, failuresOf } from "../testing/failedSteps.sql.ts";
import { type FreshDatabase, freshDatabase } from "../testing/freshDatabase.ts";
import { countFailedSteps, eachBatch, eachRow, findFailed, removeOldFailures } from "./steps.sql.ts";

let t: FreshDatabase;
beforeAll(async () => {
  t = await freshDatabase();
});
afterAll(() => t.remove());
beforeEach(async () => {
  await t.database.db.deleteFrom("failed_steps").execute();
});

const failing = (message: string, details: object = {}) => Object.assign(new Error(message), details);
const rows = (count: number) => Array.from({ length: count }, (_, index) => `row ${String(index).padStart(4, "0")}`);

/** Runs a job in which these rows fail. @returns its steps and reports */
async function run(
  keys: Iterable<string>,
  errorOf: (key: string) => Error | null,
  signal = new AbortController().signal,
) {
  const done: string[] = [];
  const reported: string[] = [];
  const step = async (key: string) => {
    const error = errorOf(key);
    if (error) throw error;
    done.push(key);
  };
  const ended = await eachRow(t.database, "closing", {
    keys,
    step,
    run: {
      signal,
      onStepFailed: ({ row, attempts }) => reported.push(`${row}: ${attempts}`),
      onStepRecovered: (row) => reported.push(`${row} again`),
    },
  }).catch((error: Error) => error.message);
  return { done, reported, ended };
}

test("an unreachable or overloaded database ends the run, and isn't stored as a failure of any row", async () => {
  for (const details of [{ code: "57P01" }, { code: "53300" }, { code: "ECONNREFUSED" }, { errcode: 5 }]) {
    const { done, ended } = await run(rows(3), (key) => (key === "row 0001" ? failing("gone", details) : null));
    expect([done, ended]).toEqual([["row 0000"], "gone"]);
  }
  expect(await countFailedSteps(t.database, 10)).toEqual(new Map());
});

test("a deadlock, a statement that takes too long, and a lost server of a distributed database are failures of a row", async () => {
  for (const code of ["40P01", "40001", "57014", "08006"]) {
    const { done, ended } = await run(rows(3), (key) => (key === "row 0001" ? failing("row", { code }) : null));
    expect([done, ended], code).toEqual([["row 0000", "row 0002"], undefined]);
  }
});

test("the pause doubles with each failure, but not while the server with a survey's votes is down", async () => {
  const pauses = async (error: Error) => {
    await t.database.db.deleteFrom("failed_steps").execute();
    const seconds: number[] = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      const before = Date.now();
      await run(["one"], () => error);
      const [failed] = await failuresOf(t.database, "one");
      seconds.push(Math.floor(((failed?.next_at ?? 0) - before) / 1000 / 15) * 15);
    }
    return seconds;
  };
  expect(await pauses(failing("poisoned"))).toEqual([15, 30, 60, 120]);
  expect(await pauses(failing("away", { code: "08006" }))).toEqual([15, 15, 15, 15]);
});

test("only the class of an error is stored, and never what it says", async () => {
  const classes = [
    [
      failing("Key (email)=(ann@example.org)", { code: "23505", constraint: "users_email_key" }),
      "23505 users_email_key",
    ],
    [failing("ann@example.org", { errcode: 2067, code: "ERR_SQLITE_ERROR" }), "SQLite 2067"],
    [new TypeError("ann@example.org is not iterable"), "TypeError"],
  ] as const;
  for (const [error, expected] of classes) {
    await run(["one"], () => error);
    expect(await failuresOf(t.database, "one")).toMatchObject([{ error: expected }]);
  }
});

test("a run in which a hundred rows fail ends early, and the next one goes on behind them", async () => {
  const first = await run(rows(200), () => failing("poisoned"));
  expect(first.ended).toBe("100 rows failed in one run, which ended early");
  expect(first.reported).toHaveLength(100);
  const paused = new Set(await findFailed(t.database, "closing", "notOver"));
  expect(paused.size).toBe(100);
  const next = await run(
    rows(200).filter((key) => !paused.has(key)),
    () => null,
  );
  expect(next).toMatchObject({ done: rows(200).slice(100), ended: undefined });
});

test("a thousand rows of a job are remembered; further ones fail all the same, and the job says so", async () => {
  const now = Date.now();
  const remembered = rows(1000).map((row_key) => ({ job: "closing" as const, row_key, attempts: 1, error: "Error" }));
  for (let from = 0; from < 1000; from += 250)
    await t.database.db
      .insertInto("failed_steps")
      .values(remembered.slice(from, from + 250).map((row) => ({ ...row, next_at: now, first_failed_at: now })))
      .execute();
  const { done, reported, ended } = await run(["row 0001", "one more", "sound"], (key) =>
    key === "sound" ? null : failing("poisoned"),
  );
  expect(done).toEqual(["sound"]);
  expect(reported).toEqual(["row 0001: 2"]);
  expect(ended).toBe("More than 1000 rows fail");
  expect((await countFailedSteps(t.database, 10)).get("closing")).toMatchObject({ count: 1000 });
});

test("rows of a batch that fails are done one by one, and a success is stored and reported once", async () => {
  const batches: number[] = [];
  let isPoisoned = true;
  const step = async (keys: readonly string[]) => {
    batches.push(keys.length);
    if (isPoisoned && keys.includes("row 0002")) throw failing("poisoned");
  };
  await expect(eachBatch(t.database, "listedVotes", { keys: rows(7), size: 3, step })).rejects.toThrow("poisoned");
  expect(batches).toEqual([3, 1, 1, 1, 3, 1]);
  expect(await failuresOf(t.database, "row 0002")).toMatchObject([{ job: "listedVotes", attempts: 1 }]);
  isPoisoned = false;
  await eachBatch(t.database, "listedVotes", { keys: rows(7), size: 3, step });
  expect(await failuresOf(t.database, "row 0002")).toEqual([]);
});

test("a run ends after its current row when the app closes", async () => {
  const closing = new AbortController();
  const { done } = await run(
    rows(5),
    (key) => {
      if (key === "row 0001") closing.abort();
      return null;
    },
    closing.signal,
  );
  expect(done).toEqual(["row 0000", "row 0001"]);
});

test("a failure is forgotten when its row has not been tried for two days, because it is no longer due", async () => {
  await run(["one"], () => failing("poisoned"));
  await removeOldFailures(t.database);
  expect(await failuresOf(t.database, "one")).toHaveLength(1);
  await endPauses(t.database);
  await removeOldFailures(t.database);
  expect(await failuresOf(t.database, "one")).toEqual([]);
});
