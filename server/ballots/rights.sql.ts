import type { Database } from "../database/database.ts";

/** The request of a user to become a surveyor, of which each user has one at most. `createdAt`: in milliseconds. */
export async function findRequestOf(
  { db }: Database,
  userId: string,
): Promise<{ surveyId: string; createdAt: number } | null> {
  const request = await db
    .selectFrom("surveyor_requests")
    .select(["survey_id as surveyId", "created_at as createdAt"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return request ?? null;
}

/** The id of the survey of a user's request, which the user may edit and whose list they may fill; null without one. */
export async function findRequestedSurvey(database: Database, userId: string): Promise<string | null> {
  return (await findRequestOf(database, userId))?.surveyId ?? null;
}
