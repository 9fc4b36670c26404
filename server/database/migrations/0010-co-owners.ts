import { type Kysely, sql } from "kysely";

/** For the co-owners of surveys: whom the owner has invited, and who has accepted. */
export async function createCoOwners(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("survey_owners")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("survey_id", "text", (c) => c.notNull().references("surveys.id").onDelete("cascade"))
    .addColumn("user_id", "text", (c) => c.references("users.id"))
    .addColumn("email", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("accepted_at", "bigint")
    .addUniqueConstraint("survey_owners_once", ["survey_id", "user_id"])
    .addUniqueConstraint("survey_owners_address_once", ["survey_id", "email"])
    // The address is stored until it is known whose it is.
    .addCheckConstraint("survey_owners_known", sql`(user_id is null) = (email is not null)`)
    .addCheckConstraint("survey_owners_accepted", sql`(user_id is null) = (accepted_at is null)`)
    .execute();
  await sql`create index survey_owners_of_user on survey_owners (user_id) where user_id is not null`.execute(db);
  await sql`create index survey_owners_of_address on survey_owners (email) where email is not null`.execute(db);
  // A copy of the ids of those who accepted, so that each row of a survey says whose it is.
  await schema
    .alterTable("surveys")
    .addColumn("co_owners", "text", (c) => c.notNull().defaultTo(""))
    .execute();
}
