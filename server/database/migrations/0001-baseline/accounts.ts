import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.ts";

/** Creates the tables of users, their sign-in methods, the email outbox and the rate limits. */
export async function createAccounts(db: Kysely<never>, dialect: Dialect): Promise<void> {
  await createSignIn(db);
  // The expressions of `Dialect.sortable`; `searchable` is defined on every connection to SQLite.
  await (dialect.engine === "sqlite"
    ? sql`create index users_by_name on users (searchable(name), id)`
    : sql`create index users_by_name on users ((lower(normalize(name, nfkc) collate "und-x-icu") collate "C"), id)`
  ).execute(db);
  await createApiKeys(db);
  await createMail(db);
  await createLimits(db, dialect);
}

/** Creates the tables of users, their sessions and sign-in methods. */
async function createSignIn({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable("users")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull().unique())
    .addColumn("email_verified", "integer", (c) => c.notNull())
    .addColumn("photo_url", "text")
    .addColumn("role", "text", (c) => c.notNull().defaultTo("user").check(sql`role in ('user', 'surveyor', 'admin')`))
    .addColumn("status", "text", (c) => c.notNull().defaultTo("Verified"))
    .addColumn("credential_version", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("passkey_handle", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("users_by_age").on("users").columns(["created_at", "id"]).execute();
  // For lists of a role, and for the few admins, whom transactions lock while on SQLite votes wait.
  await schema.createIndex("users_by_role").on("users").columns(["role", "created_at", "id"]).execute();

  await schema
    .createTable("sessions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("token", "text", (c) => c.notNull().unique())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addColumn("ip_address", "text")
    .addColumn("user_agent", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("needs_renewal", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("has_second_factor", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.createIndex("sessions_of_user").on("sessions").column("user_id").execute();
  await schema.createIndex("sessions_by_end").on("sessions").column("expires_at").execute();

  await schema
    .createTable("accounts")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("account_id", "text", (c) => c.notNull())
    .addColumn("provider_id", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("password", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addUniqueConstraint("accounts_by_issuer_and_subject", ["provider_id", "account_id"])
    .execute();
  await schema.createIndex("accounts_of_user").on("accounts").column("user_id").execute();

  await schema
    .createTable("pending_sign_ins")
    .addColumn("token_hash", "text", (c) => c.primaryKey())
    .addColumn("details", "text", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("pending_sign_ins_by_end").on("pending_sign_ins").column("expires_at").execute();
}

async function createApiKeys({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable("api_keys")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("key_hash", "text", (c) => c.notNull().unique())
    .addColumn("scopes", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint")
    .addColumn("last_used_at", "bigint")
    .execute();
  await schema.createIndex("api_keys_of_user").on("api_keys").column("user_id").execute();
}

async function createMail(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("outbox")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("details", "text", (c) => c.notNull())
    .addColumn("credential_version", "integer")
    .addColumn("attempts", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("next_at", "bigint")
    .addColumn("gave_up_at", "bigint")
    .addColumn("is_bulk", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.createIndex("outbox_due").on("outbox").columns(["is_bulk", "next_at"]).execute();
  await sql`create index outbox_given_up on outbox (gave_up_at) where gave_up_at is not null`.execute(db);
  // Finds the emails that become one.
  await sql`create index outbox_to_many on outbox (address) where is_bulk = 1`.execute(db);

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
    .createTable("known_devices")
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("device", "text", (c) => c.notNull())
    .addColumn("first_seen_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("known_devices_one_each", ["user_id", "device"])
    .execute();
}

async function createLimits({ schema }: Kysely<never>, { engine }: Dialect): Promise<void> {
  const counts = schema
    .createTable("rate_limit_counts")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("used", "integer", (c) => c.notNull())
    .addColumn("ends_at", "bigint", (c) => c.notNull());
  // Unlogged, which is cheaper: a crash of PostgreSQL may lose the counts of the last minutes.
  await (engine === "postgres" ? counts.modifyFront(sql`unlogged`) : counts).execute();
  await schema.createIndex("rate_limit_counts_by_end").on("rate_limit_counts").column("ends_at").execute();
}
