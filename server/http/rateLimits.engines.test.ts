import { setTimeout as sleep } from "node:timers/promises";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../testing/freshDatabase.ts";
import { consumeRateLimits, hasRateLimitCount, removeExpiredRateLimits } from "./rateLimits.sql.ts";

let t: FreshDatabase;
beforeAll(async () => {
  t = await freshDatabase();
});
afterAll(() => t.remove());

const made = (...keys: string[]) => keys.map((key) => ({ key, used: 1 }));

test("each of many requests counted together gets its own count", async () => {
  const first = await consumeRateLimits(t.database, made("a", "b", "a", "a"), HOUR_MS);
  expect(first.map(({ used }) => used)).toEqual([1, 1, 2, 3]);
  const second = await consumeRateLimits(t.database, [...made("b"), { key: "a", used: 20 }, ...made("a")], HOUR_MS);
  expect(second.map(({ used }) => used)).toEqual([2, 23, 24]);
  for (const { leftMs } of second) {
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(HOUR_MS);
  }
});

test("a new window starts with the next request after the last ended, and old counts are deleted", async () => {
  await consumeRateLimits(t.database, made("short", "short"), 30);
  await sleep(40);
  expect((await consumeRateLimits(t.database, made("short"), 30)).map(({ used }) => used)).toEqual([1]);
  await consumeRateLimits(t.database, made("long"), HOUR_MS);
  await sleep(40);
  await removeExpiredRateLimits(t.database);
  const left = await t.database.db
    .selectFrom("rate_limit_counts")
    .select("key")
    .where("key", "in", ["short", "long"])
    .execute();
  expect(left).toEqual([{ key: "long" }]);
});

test("a key has a count until its window ends", async () => {
  expect(await hasRateLimitCount(t.database, "unused")).toBe(false);
  await consumeRateLimits(t.database, made("counted"), HOUR_MS);
  expect(await hasRateLimitCount(t.database, "counted")).toBe(true);
  await consumeRateLimits(t.database, made("over"), 20);
  await sleep(40);
  expect(await hasRateLimitCount(t.database, "over")).toBe(false);
});
