import type { Database } from "../database/database.ts";

/**
 * Whether a person has voted on a survey.
 * @param column the column that identifies the person in `votes`; `secret_voters` has the id of either kind in one column
 */
export async function hasVoted(
  { db }: Pick<Database, "db">,
  surveyId: string,
  [column, voter]: ["user_id" | "invitation_id", string],
): Promise<boolean> {
  const found = await db
    .selectFrom("votes")
    .select("survey_id")
    .where(column, "=", voter)
    .where("survey_id", "=", surveyId)
    .unionAll(
      db.selectFrom("secret_voters").select("survey_id").where("voter", "=", voter).where("survey_id", "=", surveyId),
    )
    .executeTakeFirst();
  return found !== undefined;
}
