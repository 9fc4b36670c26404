import { type Kysely, sql } from "kysely";

/**
 * For the feeds, which read the newest publications and results of surveys in public lists, however many others there
 * are.
 */
export async function indexFeeds(db: Kysely<never>): Promise<void> {
  await sql`drop index surveys_published`.execute(db);
  await sql`create index surveys_published on surveys (first_published_at) where status = 2 and listed = 1`.execute(db);
  await sql`create index surveys_closed_in_lists on surveys (closed_at)
    where closed_at is not null and status = 2 and listed = 1`.execute(db);
}
