import type { Database } from "../database/database.ts";

/**
 * Whether there is a vote of a person on a survey.
 * @param column by which the person's votes are found: the account's or the invitation's id. Marks of secret votes have either.
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
