import { type Kysely, sql } from "kysely";

/**
 * For refusals that are not about the person they meet. The outbox keeps how the mail server refused an email, and
 * `mail_server` whether it accepts any. `role_claims` keeps whether an organization's provider has ever sent the claim
 * that decides about roles.
 */
export async function addRefusals(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await sql`alter table outbox add column refusal text`.execute(db);
  await sql`alter table outbox add column refused_at bigint`.execute(db);
  await sql`create index outbox_refused on outbox (refused_at) where refused_at is not null`.execute(db);
  await sql`alter table invitations add column is_unknown_address integer not null default 0`.execute(db);
  await schema
    .createTable("mail_server")
    .addColumn("id", "integer", (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn("accepted_at", "bigint")
    .addColumn("accepted_hash", "text")
    .addColumn("paused_until", "bigint")
    .execute();
  await schema
    .createTable("role_claims")
    .addColumn("claim", "text", (c) => c.primaryKey())
    .addColumn("carried_at", "bigint")
    .addColumn("missed_at", "bigint")
    .execute();
}
