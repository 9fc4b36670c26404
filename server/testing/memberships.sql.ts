import type { Database } from "../database/database.ts";

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

/** Every payment, with how many memberships it bought. */
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

/** All payments that a person started, by the provider's ids and in the order of time. */
export function paymentsOf({ db }: Database, userId: string) {
  return db
    .selectFrom("payments")
    .select(["transaction_id as transactionId", "status"])
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .execute();
}

/** A paid payment that no provider knows. @returns its id */
export async function makePaidElsewhere({ db }: Database, userId: string): Promise<string> {
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
