import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";
import { mailboxOf } from "./0022-mailboxes.ts";

/**
 * For "Why did somebody get no email?". `email_trail` keeps for 30 days what became of each email, and `email_numbers`
 * only how many, for emails that would tell who voted on a survey that hides it. Both are new, so that instances of the
 * version before don't need them; emails that these send don't leave a trail. The trail and the outbox are searched by
 * the mailbox that an address reaches, by the expression of 0022-mailboxes.
 */
export async function createEmailTrail(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("email_trail")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("survey_id", "text")
    .addColumn("invitation_id", "text")
    .addColumn("user_id", "text")
    .addColumn("reason", "text")
    .addColumn("handled_at", "bigint", (c) => c.notNull())
    .execute();
  const mailbox = mailboxOf("address", engine);
  await sql`create index email_trail_by_mailbox on email_trail (${mailbox}, handled_at)`.execute(db);
  await schema.createIndex("email_trail_by_time").on("email_trail").column("handled_at").execute();
  await sql`create index email_trail_of_user on email_trail (user_id) where user_id is not null`.execute(db);
  await sql`create index email_trail_of_list on email_trail (survey_id, invitation_id)
    where survey_id is not null`.execute(db);
  await sql`create index outbox_by_mailbox on outbox (${mailbox})`.execute(db);
  await schema
    .createTable("email_numbers")
    .addColumn("survey_id", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("emails", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("email_numbers_one_each", ["survey_id", "kind", "reason"])
    .execute();
}
