import { sql } from "kysely";
import type { Database } from "../database/database.ts";

/** The surveys that were scheduled to start after `since` and at `now` at the latest. */
export async function findStarted({ db }: Database, since: number, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom("survey_listings")
    .select("survey_id as id")
    // The literal condition lets both engines use the partial index of scheduled surveys.
    .where(sql<boolean>`appears_at > 0 and appears_at > ${since} and appears_at <= ${now}`)
    .execute();
  return rows.map(({ id }) => id);
}
