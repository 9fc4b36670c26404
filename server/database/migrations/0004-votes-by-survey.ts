import { type Kysely, sql } from "kysely";
import type { Dialect } from "../dialect.ts";

/** Each is a table and two indexes; more make sense only when they are put on several machines. */
const PARTITIONS = 16;

const COLUMNS = "survey_id, user_id, id, choice, comment, created_at";

/**
 * Votes stand by survey and age, and have one other key: by user and survey, which makes a second vote impossible. Every
 * index more costs every vote. No foreign keys: checking them took a quarter of storing a vote, surveys are held by the
 * ledger while it stores and never deleted, and users are emptied, not deleted.
 * On PostgreSQL in hash partitions; the survey is in every key, so that they can be spread over machines.
 */
export async function votesBySurvey(db: Kysely<never>, { engine }: Dialect): Promise<void> {
  const isPostgres = engine === "postgres";
  await sql`create table votes_by_survey (
    survey_id text not null,
    user_id text not null,
    id text not null,
    choice integer not null check (choice in (0, 1)),
    comment text not null,
    created_at bigint not null,
    primary key (survey_id, id)
  ) ${sql.raw(isPostgres ? "partition by hash (survey_id)" : "without rowid")}`.execute(db);
  for (let remainder = 0; isPostgres && remainder < PARTITIONS; remainder++) {
    await sql`create table ${sql.ref(`votes_${remainder}`)} partition of votes_by_survey
      for values with (modulus ${sql.lit(PARTITIONS)}, remainder ${sql.lit(remainder)})`.execute(db);
  }
  await sql`insert into votes_by_survey (${sql.raw(COLUMNS)}) select ${sql.raw(COLUMNS)} from votes`.execute(db);
  await db.schema.dropTable("votes").execute();
  await sql`alter table votes_by_survey rename to votes`.execute(db);
  await sql`create unique index votes_one_each on votes (user_id, survey_id)`.execute(db);
}
