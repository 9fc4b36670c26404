import type { Database } from "../database/database.ts";

/** The tables that serve as queues: a row is due at `next_at`, and `attempts` counts how often it was tried. */
type Queue = "outbox" | "webhook_deliveries";

// Kysely infers no columns from a union of tables, so these treat every queue as the first one.

/** Whether a row is due, or was a moment ago. Most often none is, and then this spares a transaction. */
export async function isAnyDue({ db }: Database, queue: Queue): Promise<boolean> {
  const due = db
    .selectFrom(queue as "outbox")
    .select("id")
    .where("next_at", "<=", Date.now())
    .limit(1);
  return (await due.executeTakeFirst()) !== undefined;
}

/**
 * Leases rows of a queue to this instance, for an attempt: until the lease ends, no other instance finds them due. Call it
 * in the transaction that selected them with `dialect.lockSkippingLocked`.
 * @returns when the lease ends, in milliseconds since 1970
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

/** Sets when a row of a queue is due again. */
export async function postponeRow({ db }: Database, queue: Queue, id: string, until: number): Promise<void> {
  await db
    .updateTable(queue as "outbox")
    .set({ next_at: until })
    .where("id", "=", id)
    .execute();
}
