import { type Kysely, sql } from "kysely";

/** For the admins' list of the surveys that aren't in public lists. */
export async function indexUnlistedSurveys(db: Kysely<never>): Promise<void> {
  await sql`create index surveys_unlisted on surveys (id) where listed = 0 and status = 2`.execute(db);
  await sql`create index surveys_unaccepted on surveys (id) where listed = 0 and status = 2 and accepted = 0`.execute(
    db,
  );
}
