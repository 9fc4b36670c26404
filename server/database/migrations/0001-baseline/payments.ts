import { type Kysely, sql } from "kysely";

/** Creates the tables of payments and of the memberships that they buy. */
export async function createPayments({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable("payments")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("price_cents", "integer", (c) => c.notNull())
    .addColumn("transaction_id", "text", (c) => c.notNull().unique())
    .addColumn("status", "text", (c) => c.notNull().check(sql`status in ('pending', 'paid', 'refunded', 'failed')`))
    .addColumn("dispute", "text", (c) => c.check(sql`dispute in ('open', 'won')`))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("check_at", "bigint")
    .addColumn("checks", "integer", (c) => c.notNull().defaultTo(0))
    // A pending payment that is never checked again would stay unpaid here, even if the provider charged it.
    .addCheckConstraint("payments_pending_are_checked", sql`status <> 'pending' or check_at is not null`)
    .execute();
  await schema.createIndex("payments_to_check").on("payments").columns(["check_at", "id"]).execute();
  await schema.createIndex("payments_by_age").on("payments").columns(["created_at", "id"]).execute();
  await schema.createIndex("payments_of_user").on("payments").columns(["user_id", "created_at", "id"]).execute();
  await schema.createIndex("payments_by_status").on("payments").columns(["status", "created_at", "id"]).execute();

  await schema
    .createTable("memberships")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("starts_at", "bigint", (c) => c.notNull())
    .addColumn("ends_at", "bigint", (c) => c.notNull())
    .addColumn("payment_id", "text")
    .addColumn("told_at", "bigint")
    .execute();
  await schema.createIndex("memberships_of_user").on("memberships").columns(["user_id", "ends_at"]).execute();
  await schema.createIndex("memberships_by_end").on("memberships").column("ends_at").execute();
  // A payment buys one membership.
  await schema.createIndex("memberships_one_each").on("memberships").column("payment_id").unique().execute();
}
