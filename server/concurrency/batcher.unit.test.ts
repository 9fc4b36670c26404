import { expect, test } from "vitest";
import { createBatcher, createKeyedBatcher } from "./batcher.ts";

const options = { max: 4, queueMax: 10, onFull: () => new Error("full") };

test.each([
  [false, [1, 2, 3, 4], [5, 6, 7, 8], [9, 10]],
  [true, [1, 2], [3, 4], [5, 6, 7], [8, 9, 10]],
] as const)(
  "a batch takes what waits, or (%s) half of what is in flight, and each item gets its own result",
  async (takesHalf, ...expected) => {
    const batches: number[][] = [];
    const double = createBatcher(
      async (items: number[]) => {
        batches.push(items);
        return items.map((item) => item * 2);
      },
      { ...options, takesHalf },
    );
    expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8]);
    expect(await Promise.all([5, 6, 7, 8, 9, 10].map(double))).toEqual([10, 12, 14, 16, 18, 20]);
    expect(batches).toEqual(expected);
  },
);

test("the next batch runs before the results of the last are handed out", async () => {
  const order: string[] = [];
  const run = createBatcher(
    async (items: number[]) => {
      order.push(`run ${items}`);
      return items;
    },
    { ...options, takesHalf: true },
  );
  await Promise.all([1, 2].map(async (item) => order.push(`result ${await run(item)}`)));
  expect(order).toEqual(["run 1", "run 2", "result 1", "result 2"]);
});

test("only one batch is in flight at a time", async () => {
  let inFlight = 0;
  let most = 0;
  const run = createBatcher(
    async (items: number[]) => {
      most = Math.max(most, ++inFlight);
      await new Promise((resolve) => setTimeout(resolve, 2));
      inFlight--;
      return items;
    },
    { ...options, queueMax: 100 },
  );
  await Promise.all(Array.from({ length: 40 }, (_, item) => run(item)));
  expect(most).toBe(1);
});

test("an item that causes an error fails alone", async () => {
  const run = createBatcher(
    async (items: number[]) => {
      if (items.includes(3)) throw new Error("3 is bad");
      return items;
    },
    { ...options, retriesItems: () => true },
  );
  const results = await Promise.allSettled([1, 2, 3, 4].map(run));
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
});

test("an error that no item causes fails its batch once, and the next batch is tried", async () => {
  let runs = 0;
  const run = createBatcher(
    async (items: number[]) => {
      if (++runs === 1) throw new Error("away");
      return items;
    },
    { ...options, retriesItems: () => false },
  );
  const results = await Promise.allSettled([1, 2, 3].map(run));
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(runs).toBe(1);
  expect(await run(4)).toBe(4);
});

test("batches waiting behind a failed one fail with it if they would only wait as long again", async () => {
  let runs = 0;
  const run = createBatcher(
    async (_: number[]): Promise<number[]> => {
      runs++;
      await new Promise((resolve) => setTimeout(resolve, 20));
      throw new Error("away");
    },
    { ...options, max: 2, failsQueue: (error) => (error as Error).message === "away" },
  );
  const results = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(run));
  expect(results.map(({ status }) => status)).toEqual(Array(6).fill("rejected"));
  expect(runs).toBe(1);
});

// Security: R50
test("items beyond the queue's length are rejected immediately, and the others succeed", async () => {
  const run = createBatcher(async (items: number[]) => items, options);
  const results = await Promise.allSettled(Array.from({ length: 15 }, (_, item) => run(item)));
  expect(results.map(({ status }) => status)).toEqual([...Array(10).fill("fulfilled"), ...Array(5).fill("rejected")]);
  expect(results[14]).toMatchObject({ reason: new Error("full") });
});

test("timers run between batches, even when a batch never waits for I/O", async () => {
  const run = createBatcher(async (items: number[]) => items, { ...options, max: 1, queueMax: 10_000 });
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await Promise.all(Array.from({ length: 2000 }, (_, item) => run(item)));
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(0);
});

test("batches of different keys run at the same time, and fail alone", async () => {
  const [running, order]: [Map<string, PromiseWithResolvers<void>>, string[]] = [new Map(), []];
  const add = createKeyedBatcher(
    async (items: string[]) => {
      order.push(items.join());
      const done = Promise.withResolvers<void>();
      running.set(items[0] ?? "", done);
      await done.promise;
      return items;
    },
    { ...options, queueMax: 4, keyOf: (item) => item.charAt(0) },
  );
  const results = ["a1", "b1", "a2", "a3"].map((item) => add(item).catch(() => `${item} failed`));
  await expect(add("c1")).rejects.toThrow("full");
  await expect.poll(() => order).toEqual(["a1,a2,a3", "b1"]);
  running.get("b1")?.reject(new Error("its server is down"));
  running.get("a1")?.resolve();
  expect(await Promise.all(results)).toEqual(["a1", "b1 failed", "a2", "a3"]);
});
