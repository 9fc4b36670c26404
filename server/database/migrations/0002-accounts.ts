import type { Kysely } from "kysely";

/** Mail on its way, links sent by mail, tries to sign in, and the kinds of devices that people sign in from. */
export async function accounts({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable("outbox")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("details", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("next_at", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("outbox_due").on("outbox").column("next_at").execute();

  await schema
    .createTable("mail_links")
    .addColumn("token_hash", "text", (c) => c.primaryKey())
    .addColumn("purpose", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("mail_links_of_user").on("mail_links").column("user_id").execute();
  await schema.createIndex("mail_links_by_end").on("mail_links").column("expires_at").execute();

  await schema
    .createTable("password_tries")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("tries", "integer", (c) => c.notNull())
    .addColumn("since", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("password_tries_by_age").on("password_tries").column("since").execute();

  await schema
    .createTable("known_devices")
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("device", "text", (c) => c.notNull())
    .addColumn("first_seen_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("known_devices_one_each", ["user_id", "device"])
    .execute();

  await schema.createIndex("sessions_by_end").on("sessions").column("expires_at").execute();
}
