import type { Kysely } from "kysely";

/**
 * Creates the tables of passkeys and of the second factor: authenticator apps, recovery codes and remembered devices.
 */
export async function createSignInFactors({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable("passkeys")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("credential_id", "text", (c) => c.notNull().unique())
    .addColumn("public_key", "text", (c) => c.notNull())
    .addColumn("counter", "bigint", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("last_used_at", "bigint")
    .execute();
  await schema.createIndex("passkeys_of_user").on("passkeys").column("user_id").execute();

  await schema
    .createTable("second_factors")
    .addColumn("user_id", "text", (c) => c.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("secret", "text", (c) => c.notNull())
    .addColumn("last_step", "bigint", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await schema
    .createTable("recovery_codes")
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("code_hash", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("recovery_codes_one_each", ["user_id", "code_hash"])
    .execute();
  await schema
    .createTable("remembered_devices")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("token_hash", "text", (c) => c.notNull().unique())
    .addColumn("user_agent", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("remembered_devices_of_user").on("remembered_devices").column("user_id").execute();
  await schema.createIndex("remembered_devices_by_end").on("remembered_devices").column("expires_at").execute();
}
