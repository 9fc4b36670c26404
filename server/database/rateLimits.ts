import { sql } from "kysely";
import type { Database } from "./database.ts";

/** A number of requests to add to the count of `key`. */
export interface CountedRequests {
  key: string;
  calls: number;
}

export interface Counted {
  /** All requests in this window, including these. */
  calls: number;
  /** Milliseconds until the window ends. */
  leftMs: number;
}

/**
 * Counts requests of many clients in one statement, in the given order, so that each of several concurrent requests learns
 * its own position. A window begins with its first request.
 */
export async function consumeRateLimits(
  database: Database,
  additions: readonly CountedRequests[],
  windowMs: number,
): Promise<Counted[]> {
  const sums = new Map<string, number>();
  for (const { key, calls } of additions) sums.set(key, (sums.get(key) ?? 0) + calls);
  const counts = await addToCounts(database, sums, windowMs);
  return additions.map(({ key, calls }) => {
    const { before, leftMs } = counts.get(key) ?? { before: 0, leftMs: windowMs };
    counts.set(key, { before: before + calls, leftMs });
    return { calls: before + calls, leftMs };
  });
}

/** @returns for each key the count before, and the milliseconds until its window ends */
async function addToCounts({ db, dialect }: Database, sums: Map<string, number>, windowMs: number) {
  const rows = dialect.rows(
    [...sums].map(([key, calls]) => ({ key, calls })),
    { key: "text", calls: "bigint" },
  );
  const isOver = sql`call_counts.ends_at <= excluded.ends_at - ${sql.lit(windowMs)}`;
  // Ordered by key, so that two instances can't deadlock.
  const { rows: counted } = await sql<{ key: string; calls: number; leftMs: number }>`
    insert into call_counts (key, calls, ends_at)
    select key, calls, ${dialect.now} + ${sql.lit(windowMs)} from ${rows} where true order by key
    on conflict (key) do update set
      calls = case when ${isOver} then excluded.calls else call_counts.calls + excluded.calls end,
      ends_at = case when ${isOver} then excluded.ends_at else call_counts.ends_at end
    returning key, calls, ends_at - ${dialect.now} as "leftMs"`.execute(db);
  return new Map(
    counted.map(({ key, calls, leftMs }) => [key, { before: calls - (sums.get(key) ?? 0), leftMs }] as const),
  );
}

/** Whether a key has a count in a current window. */
export async function hasRateLimitCount({ db, dialect }: Database, key: string): Promise<boolean> {
  const counts = db.selectFrom("call_counts").select("key").where("key", "=", key);
  return (await counts.where("ends_at", ">", dialect.now).executeTakeFirst()) !== undefined;
}

/** Deletes the counts of these keys. */
export async function resetRateLimits({ db }: Database, keys: readonly string[]): Promise<void> {
  await db.deleteFrom("call_counts").where("key", "in", keys).execute();
}

/** Subtracts one request from the count of a key. */
export async function refundRateLimit({ db }: Database, key: string): Promise<void> {
  await db
    .updateTable("call_counts")
    .set(({ eb }) => ({ calls: eb("calls", "-", 1) }))
    .where("key", "=", key)
    .where("calls", ">", 0)
    .execute();
}

/** Deletes the counts whose window has ended. */
export async function removeOldCounts({ db, dialect }: Database): Promise<void> {
  await db.deleteFrom("call_counts").where("ends_at", "<=", dialect.now).execute();
}
