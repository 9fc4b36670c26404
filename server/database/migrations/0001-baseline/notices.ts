import { type Kysely, sql } from "kysely";
import type { Dialect } from "../../dialect.ts";

/** Creates the tables that remember which emails about surveys are due, and when the last digest was sent. */
export async function createNotices(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("first_votes")
    .addColumn("survey_id", "text", (c) => c.primaryKey().references("surveys.id"))
    .execute();
  for (const statement of engine === "sqlite" ? onSqlite : onPostgres) await statement.execute(db);
  await schema
    .createTable("review_digests")
    .addColumn("id", "integer", (c) => c.primaryKey().check(sql`id = 1`))
    .addColumn("sent_at", "bigint", (c) => c.notNull())
    .execute();
}

// A condition of the trigger and not of its body, so that all votes but the first cost nothing.
const isFirst = sql`when (old.total_votes = 0 and new.total_votes > 0)`;

const onSqlite = [
  sql`create trigger surveys_first_vote after update of total_votes on surveys ${isFirst} begin
    insert into first_votes (survey_id) values (new.id);
  end`,
];

const onPostgres = [
  sql`create function note_first_vote() returns trigger language plpgsql as $$ begin
    insert into first_votes (survey_id) values (new.id);
    return null;
  end $$`,
  sql`create trigger surveys_first_vote after update of total_votes on surveys
    for each row ${isFirst} execute function note_first_vote()`,
];
