import { type Kysely, sql } from "kysely";

/** For saved lists of people, from which surveys take copies. */
export async function createVoterLists(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("voter_lists")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("owner_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("shared_survey_id", "text", (c) => c.references("surveys.id").onDelete("set null"))
    .addColumn("people", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await schema.createIndex("voter_lists_by_owner").on("voter_lists").column("owner_id").execute();
  await sql`create index voter_lists_shared on voter_lists (shared_survey_id) where shared_survey_id is not null`.execute(
    db,
  );
  await schema
    .createTable("voter_list_people")
    .addColumn("list_id", "text", (c) => c.notNull().references("voter_lists.id").onDelete("cascade"))
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("email", "text")
    .addColumn("label", "text", (c) => c.notNull())
    .addColumn("group_name", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("voter_list_people_key", ["list_id", "id"])
    .addUniqueConstraint("voter_list_people_once", ["list_id", "email"])
    .execute();
  await sql`create index voter_list_people_of_address on voter_list_people (email) where email is not null`.execute(db);
}
