import { type Kysely, sql } from "kysely";

/**
 * For people without an email address who wait on a list until an admin allows codes. They aren't in `invitations`, so
 * that code that counts, copies or emails its rows can't take them for people who can vote. Instances of the version
 * before don't know them: a survey that such an instance closes or deletes leaves its waiting people stored, until
 * names are removed.
 *
 * The index of labels finds people without an address under the same name, when a list is pasted again.
 */
export async function createWaitingPeople(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("waiting_people")
    .addColumn("survey_id", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("label", "text", (c) => c.notNull())
    .addColumn("ticket_hash", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("waiting_people_one_each", ["survey_id", "id"])
    .execute();
  await schema.createIndex("waiting_people_labels").on("waiting_people").columns(["survey_id", "label"]).execute();
  await sql`create index waiting_people_of_ticket on waiting_people (survey_id, ticket_hash)
    where ticket_hash is not null`.execute(db);
  await sql`create index invitations_labels on invitations (survey_id, label) where email is null`.execute(db);
}
