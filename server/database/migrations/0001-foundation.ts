import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";

/** Everything that the main job needs: people, surveys, votes with their counters, reports, feedback, images. */
export async function foundation(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  // The sign-in library writes ISO texts and 0/1 to SQLite, timestamps and booleans to PostgreSQL.
  const authInstant = engine === "sqlite" ? "text" : "timestamptz";
  const authBoolean = engine === "sqlite" ? "integer" : "boolean";
  const { schema } = db;

  await schema
    .createTable("users")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull().unique())
    .addColumn("email_verified", authBoolean, (c) => c.notNull())
    .addColumn("photo_url", "text")
    .addColumn("role", "text", (c) => c.notNull().defaultTo("user").check(sql`role in ('user', 'surveyor', 'admin')`))
    .addColumn("status", "text", (c) => c.notNull().defaultTo("Verified"))
    .addColumn("created_at", authInstant, (c) => c.notNull())
    .addColumn("updated_at", authInstant, (c) => c.notNull())
    .execute();
  await schema.createIndex("users_by_age").on("users").columns(["created_at", "id"]).execute();

  await schema
    .createTable("sessions")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("token", "text", (c) => c.notNull().unique())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("expires_at", authInstant, (c) => c.notNull())
    .addColumn("ip_address", "text")
    .addColumn("user_agent", "text")
    .addColumn("created_at", authInstant, (c) => c.notNull())
    .addColumn("updated_at", authInstant, (c) => c.notNull())
    .execute();
  await schema.createIndex("sessions_of_user").on("sessions").column("user_id").execute();

  await schema
    .createTable("accounts")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("account_id", "text", (c) => c.notNull())
    .addColumn("provider_id", "text", (c) => c.notNull())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("access_token", "text")
    .addColumn("refresh_token", "text")
    .addColumn("id_token", "text")
    .addColumn("access_token_expires_at", authInstant)
    .addColumn("refresh_token_expires_at", authInstant)
    .addColumn("scope", "text")
    .addColumn("password", "text")
    .addColumn("created_at", authInstant, (c) => c.notNull())
    .addColumn("updated_at", authInstant, (c) => c.notNull())
    .addUniqueConstraint("accounts_by_issuer_and_subject", ["provider_id", "account_id"])
    .execute();
  await schema.createIndex("accounts_of_user").on("accounts").column("user_id").execute();

  await schema
    .createTable("verifications")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("identifier", "text", (c) => c.notNull())
    .addColumn("value", "text", (c) => c.notNull())
    .addColumn("expires_at", authInstant, (c) => c.notNull())
    .addColumn("created_at", authInstant, (c) => c.notNull())
    .addColumn("updated_at", authInstant, (c) => c.notNull())
    .execute();
  await schema.createIndex("verifications_by_identifier").on("verifications").column("identifier").execute();

  await schema
    .createTable("memberships")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
    .addColumn("starts_at", "bigint", (c) => c.notNull())
    .addColumn("ends_at", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("memberships_of_user").on("memberships").columns(["user_id", "ends_at"]).execute();

  await schema
    .createTable("surveys")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("owner_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("description", "text", (c) => c.notNull())
    .addColumn("category", "text", (c) => c.notNull())
    .addColumn("image", "text", (c) => c.notNull())
    .addColumn("status", "integer", (c) => c.notNull().check(sql`status in (1, 2)`))
    .addColumn("starts_at", "bigint", (c) => c.notNull())
    .addColumn("ends_at", "bigint", (c) => c.check(sql`ends_at >= starts_at`))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("search_text", "text", (c) => c.notNull())
    .addColumn("total_votes", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("yes_votes", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("open_reports", "bigint", (c) => c.notNull().defaultTo(0))
    .addCheckConstraint("surveys_counters", sql`yes_votes >= 0 and yes_votes <= total_votes`)
    .execute();
  await schema.createIndex("surveys_newest").on("surveys").columns(["status", "id"]).execute();
  await schema.createIndex("surveys_most_voted").on("surveys").columns(["status", "total_votes", "id"]).execute();
  await schema.createIndex("surveys_of_owner").on("surveys").columns(["owner_id", "id"]).execute();

  await schema
    .createTable("survey_days")
    .addColumn("survey_id", "text", (c) => c.notNull().references("surveys.id"))
    .addColumn("day", "integer", (c) => c.notNull())
    .addColumn("total_votes", "bigint", (c) => c.notNull())
    .addColumn("yes_votes", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("survey_days_one_each", ["survey_id", "day"])
    .execute();

  await schema
    .createTable("votes")
    .addColumn("survey_id", "text", (c) => c.notNull().references("surveys.id"))
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("choice", "integer", (c) => c.notNull().check(sql`choice in (0, 1)`))
    .addColumn("comment", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    // One vote for one user and survey. The survey comes first in every key, so that votes can be spread by survey.
    .addPrimaryKeyConstraint("votes_one_each", ["survey_id", "user_id"])
    .execute();
  await schema.createIndex("votes_newest").on("votes").columns(["survey_id", "id"]).execute();
  await schema.createIndex("votes_of_user").on("votes").columns(["user_id", "id"]).execute();

  await schema
    .createTable("reports")
    .addColumn("survey_id", "text", (c) => c.notNull().references("surveys.id"))
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("reports_one_each", ["survey_id", "user_id"])
    .execute();

  await schema.createIndex("reports_of_user").on("reports").columns(["user_id", "id"]).execute();
  await schema.createIndex("reports_newest").on("reports").columns(["survey_id", "id"]).execute();

  await schema
    .createTable("survey_notes")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("survey_id", "text", (c) => c.notNull().references("surveys.id"))
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("survey_notes_of_survey").on("survey_notes").columns(["survey_id", "id"]).execute();

  await schema
    .createTable("feedback")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("survey_id", "text", (c) => c.notNull().references("surveys.id"))
    .addColumn("admin_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("status", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("feedback_of_survey").on("feedback").columns(["survey_id", "id"]).execute();

  await schema
    .createTable("payments")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("user_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("price_cents", "integer", (c) => c.notNull())
    .addColumn("transaction_id", "text", (c) => c.notNull().unique())
    .addColumn("status", "text", (c) => c.notNull().check(sql`status in ('pending', 'paid', 'refunded', 'failed')`))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("payments_by_age").on("payments").columns(["created_at", "id"]).execute();
  await schema.createIndex("payments_of_user").on("payments").columns(["user_id", "created_at", "id"]).execute();

  await schema
    .createTable("images")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("owner_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("bytes", "bigint", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("images_of_owner").on("images").column("owner_id").execute();
}
