import { type Kysely, sql } from "kysely";

/** Creates the tables of webhooks and of what is delivered to them. */
export async function createWebhooks(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("webhooks")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("url", "text", (c) => c.notNull())
    .addColumn("events", "text", (c) => c.notNull())
    .addColumn("all_surveys", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("secret_version", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("replaced_at", "bigint")
    .addColumn("is_on", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("exhausted", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.createIndex("webhooks_of_user").on("webhooks").column("user_id").execute();
  await sql`create index webhooks_of_all_surveys on webhooks (id) where all_surveys = 1`.execute(db);
  // Without a foreign key: publishing a survey must not wait for, or fail because of, the deletion of someone's
  // webhook.
  await schema
    .createTable("webhook_deliveries")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("webhook_id", "text", (c) => c.notNull())
    .addColumn("event", "text", (c) =>
      c.notNull().check(sql`event in ('published', 'unpublished', 'closed', 'outcome', 'test')`),
    )
    .addColumn("survey_id", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("next_at", "bigint")
    .addColumn("gave_up_at", "bigint")
    .addColumn("delivered_at", "bigint")
    .addColumn("status", "integer")
    .addColumn("failure", "text")
    .execute();
  await schema.createIndex("deliveries_of_webhook").on("webhook_deliveries").columns(["webhook_id", "id"]).execute();
  await sql`create index deliveries_due on webhook_deliveries (next_at) where next_at is not null`.execute(db);
  await sql`create index deliveries_given_up on webhook_deliveries (gave_up_at) where gave_up_at is not null`.execute(
    db,
  );
}
