import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { type ChangeEvent, IDS_MAX } from "../database/events.ts";
import { isCastBy } from "../voters/votesOfPerson.sql.ts";

/** The published surveys that show a user's name: their own, and those on which they voted. */
export async function findSurveysNaming({ db }: Database, userId: string): Promise<ChangeEvent> {
  const { rows } = await sql<{ id: string }>`
    select id from surveys where owner_id = ${userId} and status = ${PUBLISHED}
    union select survey_id from votes where ${isCastBy(userId)}
    limit ${IDS_MAX + 1}`.execute(db);
  return rows.length > IDS_MAX ? "all" : new Set(rows.map(({ id }) => id));
}
