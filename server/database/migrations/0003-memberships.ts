import type { Kysely } from "kysely";

/** Memberships know the payment that bought them, which buys one; and when their member was told of the end. */
export async function memberships({ schema }: Kysely<never>): Promise<void> {
  await schema.alterTable("memberships").addColumn("payment_id", "text").execute();
  await schema.alterTable("memberships").addColumn("told_at", "bigint").execute();
  await schema.createIndex("memberships_one_each").on("memberships").column("payment_id").unique().execute();
  await schema.createIndex("memberships_by_end").on("memberships").column("ends_at").execute();
  await schema.createIndex("payments_by_status").on("payments").columns(["status", "created_at", "id"]).execute();
}
