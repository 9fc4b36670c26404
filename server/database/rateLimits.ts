import { sql } from "kysely";
import type { Database } from "./database.ts";

/** So many calls more, to be counted under `key`. */
export interface CallsMade {
  key: string;
  calls: number;
}

export interface Counted {
  /** All calls in this window, these among them. */
  calls: number;
  /** Milliseconds until the count begins anew. */
  leftMs: number;
}

/**
 * Counts calls of many callers in one statement, in the order in which they are given, so that of any number at once each
 * learns its own place. A window begins with its first call.
 */
export async function consumeRateLimits(
  database: Database,
  made: readonly CallsMade[],
  windowMs: number,
): Promise<Counted[]> {
  const sums = new Map<string, number>();
  for (const { key, calls } of made) sums.set(key, (sums.get(key) ?? 0) + calls);
  const left = await addUp(database, sums, windowMs);
  return made.map(({ key, calls }) => {
    const { before, leftMs } = left.get(key) ?? { before: 0, leftMs: windowMs };
    left.set(key, { before: before + calls, leftMs });
    return { calls: before + calls, leftMs };
  });
}

/** @returns for each key how many there were before, and how long its window goes on */
async function addUp({ db, dialect }: Database, sums: Map<string, number>, windowMs: number) {
  const rows = dialect.rows(
    [...sums].map(([key, calls]) => ({ key, calls })),
    { key: "text", calls: "bigint" },
  );
  const isOver = sql`call_counts.ends_at <= excluded.ends_at - ${sql.lit(windowMs)}`;
  // In the order of the keys, so that two instances can't wait for each other.
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

/** Whether anything is counted under a key in a window that goes on. */
export async function hasRateLimitCount({ db, dialect }: Database, key: string): Promise<boolean> {
  const counts = db.selectFrom("call_counts").select("key").where("key", "=", key);
  return (await counts.where("ends_at", ">", dialect.now).executeTakeFirst()) !== undefined;
}

/** Forgets what was counted under these keys. */
export async function resetRateLimits({ db }: Database, keys: readonly string[]): Promise<void> {
  await db.deleteFrom("call_counts").where("key", "in", keys).execute();
}

/** Takes one call back. */
export async function refundRateLimit({ db }: Database, key: string): Promise<void> {
  await db
    .updateTable("call_counts")
    .set(({ eb }) => ({ calls: eb("calls", "-", 1) }))
    .where("key", "=", key)
    .where("calls", ">", 0)
    .execute();
}

/** Removes the counts whose window is over. */
export async function removeOldCounts({ db, dialect }: Database): Promise<void> {
  await db.deleteFrom("call_counts").where("ends_at", "<=", dialect.now).execute();
}
