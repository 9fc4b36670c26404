import type { Kysely } from "kysely";

/**
 * For payments that go back, as when a refund fails.
 * - `payments.steps`: how often the payment's state has changed, so that an answer of the provider that was asked for
 *   before the last change is known as old.
 * - `memberships.rest_ms`: what was left of a membership when a refund or a dispute ended it. Null for those that no
 *   refund or dispute has ended since this migration.
 */
export async function addPaymentSteps(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable("payments")
    .addColumn("steps", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("memberships").addColumn("rest_ms", "bigint").execute();
}
