import { randomUUID } from "node:crypto";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import type { Database } from "../database/database.ts";

/** A membership without a payment, which ends so late that the app doesn't email the member about it. */
export async function addMembership({ db }: Database, userId: string): Promise<void> {
  await db
    .insertInto("memberships")
    .values({ id: randomUUID(), user_id: userId, starts_at: Date.now() - DAY_MS, ends_at: Date.now() + 364 * DAY_MS })
    .execute();
}

export function membershipsOf({ db }: Database, userId: string) {
  return db.selectFrom("memberships").selectAll().where("user_id", "=", userId).orderBy("starts_at").execute();
}

/** Moves a membership in time, by milliseconds. */
export async function moveMembership({ db }: Database, id: string, by: number): Promise<void> {
  await db
    .updateTable("memberships")
    .set(({ eb }) => ({ starts_at: eb("starts_at", "+", by), ends_at: eb("ends_at", "+", by) }))
    .where("id", "=", id)
    .execute();
}

/** Every payment, with the number of memberships that it bought. */
export async function booksOf({ db }: Database) {
  const rows = await db
    .selectFrom("payments")
    .leftJoin("memberships", "memberships.payment_id", "payments.id")
    .select(["payments.transaction_id as transactionId", "payments.status", "payments.price_cents as cents"])
    .select(({ fn }) => fn.count<number>("memberships.id").as("memberships"))
    .groupBy(["payments.id", "payments.transaction_id", "payments.status", "payments.price_cents"])
    .execute();
  return rows.map((row) => ({ ...row, memberships: Number(row.memberships) }));
}

/** All payments that a user started, by the provider's ids, oldest first. */
export function paymentsOf({ db }: Database, userId: string) {
  return db
    .selectFrom("payments")
    .select(["transaction_id as transactionId", "status"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
}

/** Inserts a paid payment that no provider knows. @returns its id */
export async function insertPaidElsewhere({ db }: Database, userId: string): Promise<string> {
  const id = crypto.randomUUID();
  await db
    .insertInto("payments")
    .values({
      id,
      user_id: userId,
      price_cents: 1200,
      transaction_id: `pi_${id}`,
      status: "paid",
      created_at: Date.now(),
    })
    .execute();
  return id;
}
