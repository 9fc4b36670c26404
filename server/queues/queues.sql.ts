import type { Expression, SqlBool } from "kysely";
import type { Database } from "../database/database.ts";

/**
 * The tables that serve as queues: a row is due at `next_at`, `attempts` counts how often it was tried, and
 * `gave_up_at` is set once it was tried for the last time. Such a row is never due, but an admin can have it tried
 * again.
 */
export type Queue = "outbox" | "webhook_deliveries";

// Kysely infers no columns from a union of tables, so these treat every queue as the first one.

/** Whether a row is due, or was a moment ago. Most often none is, and then this spares a transaction. */
export async function isAnyDue({ db }: Database, queue: Queue): Promise<boolean> {
  const due = db
    .selectFrom(queue as "outbox")
    .select("id")
    .where("next_at", "<=", Date.now())
    // The first column of its index: otherwise PostgreSQL reads all that is due later, twice a second.
    .$if(queue === "outbox", (emails) => emails.where("is_bulk", "in", [0, 1]))
    .limit(1);
  return (await due.executeTakeFirst()) !== undefined;
}

/**
 * Leases rows of a queue to this instance for one attempt: until the lease ends, the rows aren't due for other
 * instances. Call it in the transaction that selected them with `dialect.lockSkippingLocked`.
 * @returns the end of the lease, in milliseconds since 1970
 */
export async function leaseRows(
  { db }: Database,
  queue: Queue,
  ids: readonly string[],
  leaseMs: number,
): Promise<number> {
  const leasedUntil = Date.now() + leaseMs;
  await db
    .updateTable(queue as "outbox")
    .set(({ eb }) => ({ attempts: eb("attempts", "+", 1), next_at: leasedUntil }))
    .where("id", "in", ids)
    .execute();
  return leasedUntil;
}

/**
 * Stores that an attempt failed. @param waitMs the time until the next attempt, in milliseconds; null if this was the
 * last one
 */
export async function storeFailedAttempt(
  { db }: Database,
  queue: Queue,
  id: string,
  waitMs: number | null,
): Promise<void> {
  const now = Date.now();
  await db
    .updateTable(queue as "outbox")
    .set(waitMs === null ? { next_at: null, gave_up_at: now } : { next_at: now + waitMs })
    .where("id", "=", id)
    .execute();
}

/** The number of rows of a queue that were given up, and when the first of them was, in milliseconds since 1970. */
export interface GivenUp {
  count: number;
  since: number | null;
}

/** @param isRetryable SQL condition on the queue's rows: which of them can be tried again */
export async function countGivenUp(
  database: Database,
  queue: Queue,
  isRetryable: Expression<SqlBool>,
): Promise<GivenUp> {
  const { count, since } = await givenUpIn(database, queue, isRetryable)
    .select(({ fn }) => [fn.countAll().as("count"), fn.min("gave_up_at").as("since")])
    .executeTakeFirstOrThrow();
  return { count: Number(count), since: since === null ? null : Number(since) };
}

/** The most rows that one call makes due again: on SQLite votes wait for it. */
const RETRIED_MAX = 1000;

/**
 * Makes rows due again that were given up, at most 1,000, oldest first. They count as tried once, so that limits for
 * new rows don't count them twice.
 * @param isRetryable as for `countGivenUp`
 * @returns the number of rows
 */
export async function retryGivenUp(
  database: Database,
  queue: Queue,
  isRetryable: Expression<SqlBool>,
): Promise<number> {
  const retried = givenUpIn(database, queue, isRetryable).select("id").orderBy("gave_up_at").limit(RETRIED_MAX);
  const { numUpdatedRows } = await database.db
    .updateTable(queue as "outbox")
    .set({ next_at: Date.now(), attempts: 1, gave_up_at: null })
    .where("id", "in", retried)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

const givenUpIn = ({ db }: Database, queue: Queue, isRetryable: Expression<SqlBool>) =>
  db
    .selectFrom(queue as "outbox")
    .where("gave_up_at", "is not", null)
    .where(isRetryable);
