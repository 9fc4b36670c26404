import type { Payment } from "@survey-app/contract/payments.ts";
import type { Database } from "../database/database.ts";
import { decodeCursor, LAST_INSTANT } from "../http/cursor.ts";
import type { Page } from "../http/serve.ts";

/** Payments newest first: everybody's, or those of the person with this address. */
export async function listPayments(
  { db }: Database,
  email: string | null,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Payment>> {
  let matching = db.selectFrom("payments").innerJoin("users", "users.id", "payments.user_id");
  if (email !== null) matching = matching.where("users.email", "=", email);
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const after = decodeCursor(cursor, LAST_INSTANT);
  let page = matching
    .select([
      "payments.id",
      "payments.price_cents",
      "payments.transaction_id",
      "payments.status",
      "payments.created_at",
      "users.email",
    ])
    .orderBy("payments.created_at", "desc")
    .orderBy("payments.id", "desc")
    .limit(limit + 1);
  if (after) page = page.where((eb) => eb(eb.refTuple("payments.created_at", "payments.id"), "<", eb.tuple(...after)));
  const rows = await page.execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => ({
      _id: row.id,
      email: row.email,
      price: row.price_cents / 100,
      transactionId: row.transaction_id,
      date: new Date(row.created_at).toISOString(),
      member: "pro-user",
      status: row.status,
    })),
    total: Number(total),
    next: rows.length > limit && last ? [last.created_at, last.id] : null,
  };
}
