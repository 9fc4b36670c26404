import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { deleteInChunks } from "../database/deleteInChunks.ts";

/** A number of requests to add to the count of `key`. */
export interface CountedRequests {
  key: string;
  used: number;
}

export interface Counted {
  /** All requests in this window, including these. */
  used: number;
  /** Milliseconds until the window ends. */
  leftMs: number;
}

/**
 * Counts requests of many clients in one statement, in the given order, so that each of several concurrent requests
 * learns its own position. A window begins with its first request.
 */
export async function consumeRateLimits(
  database: Database,
  additions: readonly CountedRequests[],
  windowMs: number,
): Promise<Counted[]> {
  const sums = new Map<string, number>();
  for (const { key, used } of additions) sums.set(key, (sums.get(key) ?? 0) + used);
  const counts = await addToCounts(database, sums, windowMs);
  return additions.map(({ key, used }) => {
    const { before, leftMs } = counts.get(key) ?? { before: 0, leftMs: windowMs };
    counts.set(key, { before: before + used, leftMs });
    return { used: before + used, leftMs };
  });
}

/** @returns for each key the count before, and the milliseconds until its window ends */
async function addToCounts({ db, dialect }: Database, sums: Map<string, number>, windowMs: number) {
  const rows = dialect.rows(
    [...sums].map(([key, used]) => ({ key, used })),
    { key: "text", used: "bigint" },
  );
  const isOver = sql`rate_limit_counts.ends_at <= excluded.ends_at - ${sql.lit(windowMs)}`;
  // Ordered by key, so that two instances can't deadlock.
  const { rows: counted } = await sql<{ key: string; used: number; leftMs: number }>`
    insert into rate_limit_counts (key, used, ends_at)
    select key, used, ${dialect.now} + ${sql.lit(windowMs)} from ${rows} where true order by key
    on conflict (key) do update set
      used = case when ${isOver} then excluded.used else rate_limit_counts.used + excluded.used end,
      ends_at = case when ${isOver} then excluded.ends_at else rate_limit_counts.ends_at end
    returning key, used, ends_at - ${dialect.now} as "leftMs"`.execute(db);
  return new Map(
    counted.map(({ key, used, leftMs }) => [key, { before: used - (sums.get(key) ?? 0), leftMs }] as const),
  );
}

/** Whether a key has a count in a current window. */
export async function hasRateLimitCount({ db, dialect }: Database, key: string): Promise<boolean> {
  const counts = db.selectFrom("rate_limit_counts").select("key").where("key", "=", key);
  return (await counts.where("ends_at", ">", dialect.now).executeTakeFirst()) !== undefined;
}

/** Deletes the counts of these keys. */
export async function resetRateLimits({ db }: Database, keys: readonly string[]): Promise<void> {
  await db.deleteFrom("rate_limit_counts").where("key", "in", keys).execute();
}

/** Subtracts one request from the count of a key. */
export async function refundRateLimit({ db }: Database, key: string): Promise<void> {
  await db
    .updateTable("rate_limit_counts")
    .set(({ eb }) => ({ used: eb("used", "-", 1) }))
    .where("key", "=", key)
    .where("used", ">", 0)
    .execute();
}

/** Deletes the counts whose window has ended. */
export function removeExpiredRateLimits(database: Database): Promise<void> {
  const hasEnded = sql<boolean>`ends_at <= ${database.dialect.now}`;
  return deleteInChunks(database, "rate_limit_counts", "key", hasEnded);
}
