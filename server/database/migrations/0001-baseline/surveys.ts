import { type Kysely, sql } from "kysely";

/** Creates the tables of surveys and of the texts about them. */
export async function createSurveys(db: Kysely<never>): Promise<void> {
  const { schema } = db;
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
    .addColumn("appears_at", "bigint", (c) => c.notNull().defaultTo(0).check(sql`appears_at in (0, starts_at)`))
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("results", "text", (c) =>
      c.notNull().defaultTo("live").check(sql`results in ('live', 'afterVote', 'afterClose')`),
    )
    .addColumn("privacy", "text", (c) =>
      c.notNull().defaultTo("named").check(sql`privacy in ('named', 'confidential', 'secret')`),
    )
    .addColumn("changeable", "integer", (c) => c.notNull().defaultTo(0).check(sql`changeable in (0, 1)`))
    .addColumn("unsure", "integer", (c) => c.notNull().defaultTo(0).check(sql`unsure in (0, 1)`))
    .addColumn("electorate", "text", (c) =>
      c.notNull().defaultTo("everyone").check(sql`electorate in ('everyone', 'invited')`),
    )
    .addColumn("listed", "integer", (c) => c.notNull().defaultTo(1).check(sql`listed in (0, 1)`))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("updated_at", "bigint", (c) => c.notNull())
    .addColumn("search_text", "text", (c) => c.notNull())
    .addColumn("listed_votes", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("listed_yes", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("listed_unsure", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("listed_rows", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("open_reports", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("reports_version", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("first_published_at", "bigint")
    .addColumn("codes_allowed", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("accepted", "integer", (c) => c.notNull().defaultTo(0).check(sql`accepted in (0, 1)`))
    .addColumn("copied_from", "text")
    .addColumn("unpublished_for", "text")
    .addColumn("sent_back_at", "bigint", (c) => c.check(sql`sent_back_at is null or status = 1`))
    .addColumn("closed_at", "bigint")
    .addColumn("closed_by", "text", (c) => c.check(sql`closed_by in ('deadline', 'owner', 'admin')`))
    .addCheckConstraint("surveys_closed", sql`(closed_at is null) = (closed_by is null)`)
    .execute();
  await schema.createIndex("surveys_of_owner").on("surveys").columns(["owner_id", "id"]).execute();
  // Tells which owners an admin knows.
  await sql`create index surveys_accepted on surveys (owner_id) where accepted = 1`.execute(db);
  // Finds the surveys that show an upload. Partial, because external URLs can be longer than an index entry.
  await sql`create index surveys_of_upload on surveys (image) where image like '/images/%'`.execute(db);
  // The few on which only invited people can vote, for lists of surveys to vote on.
  await sql`create index surveys_for_invited on surveys (id) where electorate = 'invited'`.execute(db);
  // The surveys that a deadline will close. A survey that was never published has not been open.
  await sql`create index surveys_to_close on surveys (ends_at)
    where closed_at is null and first_published_at is not null`.execute(db);
  // For feeds, newest first.
  await sql`create index surveys_published on surveys (first_published_at) where status = 2`.execute(db);
  await sql`create index surveys_closed on surveys (closed_at) where closed_at is not null`.execute(db);
  await schema.createIndex("surveys_most_voted").on("surveys").columns(["status", "listed_votes", "id"]).execute();
  await schema
    .createIndex("surveys_most_voted_in_category")
    .on("surveys")
    .columns(["status", "category", "listed_votes", "id"])
    .execute();

  await schema
    .createTable("survey_days")
    .addColumn("survey_id", "text", (c) => c.notNull().references("surveys.id"))
    .addColumn("day", "integer", (c) => c.notNull())
    .addColumn("participants", "bigint", (c) => c.notNull())
    .addColumn("yes_votes", "bigint", (c) => c.notNull())
    .addColumn("unsure_votes", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("survey_days_one_each", ["survey_id", "day"])
    .execute();

  await schema
    .createTable("surveyor_requests")
    // One request per user, and one per survey.
    .addColumn("user_id", "text", (c) => c.primaryKey().references("users.id"))
    .addColumn("survey_id", "text", (c) => c.notNull().unique().references("surveys.id"))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();

  await createTexts(db);

  await schema
    .createTable("images")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("owner_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("bytes", "bigint", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    // From then on nothing can show it, and its files are being deleted.
    .addColumn("removed_at", "bigint")
    .execute();
  await schema.createIndex("images_of_owner").on("images").column("owner_id").execute();
}

/** Creates the tables of users' reports, owners' notes, moved deadlines and admins' feedback. */
async function createTexts(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("reports")
    .addColumn("survey_id", "text", (c) => c.notNull().references("surveys.id"))
    .addColumn("user_id", "text", (c) => c.references("users.id"))
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("outcome", "text", (c) => c.check(sql`outcome in ('upheld', 'dismissed')`))
    .addColumn("answer_due_at", "bigint")
    .addUniqueConstraint("reports_one_each", ["survey_id", "user_id"])
    .execute();
  await schema.createIndex("reports_of_user").on("reports").columns(["user_id", "id"]).execute();
  await schema.createIndex("reports_newest").on("reports").columns(["survey_id", "id"]).execute();
  // The reports whose authors have not got the outcome by email yet.
  await sql`create index reports_to_answer on reports (answer_due_at) where answer_due_at is not null`.execute(db);

  await schema
    .createTable("survey_notes")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("survey_id", "text", (c) => c.notNull().references("surveys.id"))
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("survey_notes_of_survey").on("survey_notes").columns(["survey_id", "id"]).execute();

  await schema
    .createTable("deadline_moves")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("survey_id", "text", (c) => c.notNull().references("surveys.id"))
    .addColumn("moved_at", "bigint", (c) => c.notNull())
    .addColumn("moved_from", "bigint")
    .addColumn("moved_to", "bigint")
    .execute();
  await schema.createIndex("deadline_moves_of_survey").on("deadline_moves").columns(["survey_id", "id"]).execute();

  await schema
    .createTable("feedback")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("survey_id", "text", (c) => c.notNull().references("surveys.id"))
    .addColumn("admin_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("status", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("read_at", "bigint")
    .addColumn("reason", "text")
    .addColumn("appeal", "text")
    .addColumn("appealed_at", "bigint")
    .execute();
  await sql`create index feedback_unread on feedback (survey_id) where read_at is null`.execute(db);
  await schema.createIndex("feedback_of_survey").on("feedback").columns(["survey_id", "id"]).execute();
}
