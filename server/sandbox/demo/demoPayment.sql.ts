import type { Database } from "../../database/database.ts";

/** The payment of the demo's pro-user. The stand-in for the card payment provider gets it at each start. */
export const DEMO_TRANSACTION_ID = "pi_demo_0001";

/** The demo's payment as it was stored; undefined in a database without the demo. */
export function findDemoPayment({ db }: Database) {
  return db
    .selectFrom("payments")
    .select(["transaction_id as id", "user_id as userId", "price_cents as cents", "created_at as paidAt"])
    .where("transaction_id", "=", DEMO_TRANSACTION_ID)
    .executeTakeFirst();
}
