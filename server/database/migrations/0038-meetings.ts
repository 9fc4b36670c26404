import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";
import { oneServerAfterTheOther } from "./0018-asked-question.ts";
import { replaceFirstBallots } from "./0027-ledger-format/firstBallots.ts";
import { createStoring } from "./0027-ledger-format/storing.ts";

/**
 * For meetings: several questions, one after the other, for one list. The list of a meeting stands in `invitations`
 * under the meeting's id, and the survey of each question has a copy of it. A draft is a row without a survey.
 *
 * `ballot_boxes.follows` is AFTER in the ledger of a question: the number and the end of the question before it.
 * Version 1.0 doesn't create meetings, and begins ledgers of surveys for invited people only with the functions that
 * are replaced here.
 */
export async function createMeetings(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  if (engine === "postgres") await oneServerAfterTheOther.execute(db);
  await createTables(db);
  await db.schema.alterTable("ballot_boxes").addColumn("follows", "text").execute();
  await (engine === "postgres" ? allowEveryoneOnPostgres.execute(db) : allowEveryoneOnSqlite(db));
  if (engine === "sqlite") return;
  await commitInTwoPhases.execute(db);
  await createStoring(db);
  await replaceFirstBallots(db);
}

async function createTables(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable("meetings")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("owner_id", "text", (c) => c.notNull().references("users.id"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("about", "text", (c) => c.notNull())
    .addColumn("language", "text")
    .addColumn("starts_at", "bigint")
    .addColumn("defaults", "text", (c) => c.notNull())
    .addColumn("codes_allowed", "integer", (c) => c.notNull().defaultTo(0).check(sql`codes_allowed in (0, 1)`))
    .addColumn("accepted", "integer", (c) => c.notNull().defaultTo(0).check(sql`accepted in (0, 1)`))
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("began_at", "bigint")
    .addColumn("current_survey_id", "text")
    .addColumn("last_opened_at", "bigint")
    .addColumn("ended_at", "bigint")
    .addColumn("names_removed_at", "bigint")
    .addCheckConstraint(
      "meetings_begun",
      sql`(began_at is null) = (current_survey_id is null) and (began_at is null) = (last_opened_at is null)`,
    )
    .execute();
  await schema.createIndex("meetings_of_owner").on("meetings").columns(["owner_id", "id"]).execute();
  // The few that the job looks at, and those that an admin can accept.
  await sql`create index meetings_to_end on meetings (last_opened_at) where ended_at is null`.execute(db);
  await schema
    .createTable("meeting_questions")
    .addColumn("meeting_id", "text", (c) => c.notNull().references("meetings.id").onDelete("cascade"))
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("form", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull().defaultTo(1))
    .addColumn("ticket_hash", "text")
    .addColumn("repeats", "text")
    .addColumn("reason", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("survey_id", "text", (c) => c.unique())
    .addColumn("n", "integer")
    .addColumn("people", "integer")
    .addColumn("taken_back", "integer", (c) => c.notNull().defaultTo(0).check(sql`taken_back in (0, 1)`))
    .addColumn("opened_at", "bigint")
    .addPrimaryKeyConstraint("meeting_questions_key", ["meeting_id", "id"])
    .addUniqueConstraint("meeting_questions_numbered", ["meeting_id", "n"])
    .addUniqueConstraint("meeting_questions_once", ["meeting_id", "ticket_hash"])
    .addCheckConstraint(
      "meeting_questions_opened",
      sql`(survey_id is null) = (n is null) and (survey_id is null) = (people is null) and (survey_id is null) = (opened_at is null)`,
    )
    .execute();
}

/**
 * Where the votes are spread over several servers already (postgres/distribution.ts), a meeting and its list are on two
 * of them.
 */
const commitInTwoPhases = sql`do $$ begin
  if exists (select 1 from pg_namespace where nspname = 'distribution') then
    create trigger meetings_in_two_phases after insert or update or delete on meetings
      for each statement execute function distribution.commit_in_two_phases();
  end if;
end $$`;

const allowEveryoneOnPostgres = sql`alter table surveys drop constraint surveys_closed_by_check,
  add constraint surveys_closed_by_check check (closed_by in ('deadline', 'owner', 'admin', 'everyone'))`;

/**
 * Edits the text of the schema, as migration 0007 does: another column can't take this one's place, because a check of
 * the table names it.
 */
async function allowEveryoneOnSqlite(db: Kysely<never>): Promise<void> {
  const { rows } = await sql<{ schema_version: number }>`pragma schema_version`.execute(db);
  await sql`pragma writable_schema = on`.execute(db);
  await sql`update sqlite_schema
    set sql = replace(sql, 'closed_by in (''deadline'', ''owner'', ''admin'')',
      'closed_by in (''deadline'', ''owner'', ''admin'', ''everyone'')')
    where type = 'table' and name = 'surveys'`.execute(db);
  // Makes other connections read the schema again; the last statement makes this one do so.
  await sql`pragma schema_version = ${sql.lit((rows[0]?.schema_version ?? 0) + 1)}`.execute(db);
  await sql`pragma writable_schema = reset`.execute(db);
}
