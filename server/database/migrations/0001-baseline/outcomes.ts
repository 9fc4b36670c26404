import { type Kysely, sql } from "kysely";

/**
 * Creates the tables of what follows after a survey was closed: who gets its result by email, and what its owner
 * decided.
 */
export async function createOutcomes(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("follows")
    .addColumn("survey_id", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull())
    .addColumn("follows", "integer", (c) => c.notNull().check(sql`follows in (0, 1)`))
    .addPrimaryKeyConstraint("follows_one_each", ["survey_id", "user_id"])
    .execute();
  await schema.createIndex("follows_of_user").on("follows").column("user_id").execute();
  await schema
    .createTable("unwanted_emails")
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('results', 'reminders', 'reports')`))
    .addPrimaryKeyConstraint("unwanted_emails_one_each", ["user_id", "kind"])
    .execute();
  await schema
    .createTable("outcomes")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("survey_id", "text", (c) => c.notNull().references("surveys.id"))
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("outcomes_of_survey").on("outcomes").columns(["survey_id", "id"]).execute();
  await schema
    .createTable("survey_compositions")
    .addColumn("survey_id", "text", (c) => c.primaryKey().references("surveys.id"))
    .addColumn("voters", "bigint", (c) => c.notNull())
    .addColumn("new_accounts", "bigint", (c) => c.notNull())
    .addColumn("unconfirmed", "bigint", (c) => c.notNull())
    .addColumn("bursts", "text", (c) => c.notNull())
    .execute();
  await schema
    .createTable("mailings")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("survey_id", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull().check(sql`kind in ('result', 'outcome', 'reminder', 'invitation')`))
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("sender_id", "text")
    .addColumn("stage", "text", (c) =>
      c.notNull().check(sql`stage in ('count', 'owner', 'invited', 'voters', 'followers', 'done')`),
    )
    .addColumn("cursor", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("chunks", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("next_at", "bigint", (c) => c.notNull())
    .addColumn("failures", "integer", (c) => c.notNull().defaultTo(0))
    .addUniqueConstraint("mailings_once", ["survey_id", "kind", "number"])
    .execute();
  await sql`create index mailings_to_send on mailings (id) where stage <> 'done'`.execute(db);
}
