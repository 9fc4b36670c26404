import type { EmailPreferences, SurveyEmailKind } from "@survey-app/contract/outcomes.ts";
import type { Database } from "../database/database.ts";

/** Whether a user gets emails about a survey: by their choice, else if they voted. */
export async function follows({ db }: Database, surveyId: string, userId: string): Promise<boolean> {
  const chosen = await db
    .selectFrom("follows")
    .select("follows")
    .where("survey_id", "=", surveyId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (chosen) return chosen.follows === 1;
  const vote = await db
    .selectFrom("votes")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("survey_id", "=", surveyId)
    .unionAll(
      db
        .selectFrom("secret_voters")
        .select("voter as user_id")
        .where("voter", "=", userId)
        .where("survey_id", "=", surveyId),
    )
    .executeTakeFirst();
  return vote !== undefined;
}

/** Stores whether a user gets emails about a survey. @returns whether that changed what was stored */
export async function setFollow(
  { db }: Database,
  { surveyId, userId, follows }: { surveyId: string; userId: string; follows: boolean },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("follows")
    .values({ survey_id: surveyId, user_id: userId, follows: Number(follows) })
    .onConflict((conflict) =>
      conflict
        .columns(["survey_id", "user_id"])
        .doUpdateSet({ follows: Number(follows) })
        .where("follows.follows", "<>", Number(follows)),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The kinds of emails about surveys that a user wants. */
export async function findEmailPreferences({ db }: Database, userId: string): Promise<EmailPreferences> {
  const unwanted = await db.selectFrom("unwanted_emails").select("kind").where("user_id", "=", userId).execute();
  const wants = (kind: SurveyEmailKind) => !unwanted.some((row) => row.kind === kind);
  return { results: wants("results"), reminders: wants("reminders"), reports: wants("reports") };
}

/** Stores whether a user wants a kind of email about surveys. @returns whether that changed what was stored */
export async function setEmailPreference(
  { db }: Database,
  userId: string,
  { kind, isWanted }: { kind: SurveyEmailKind; isWanted: boolean },
): Promise<boolean> {
  if (isWanted) {
    const { numDeletedRows } = await db
      .deleteFrom("unwanted_emails")
      .where("user_id", "=", userId)
      .where("kind", "=", kind)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("unwanted_emails")
    .columns(["user_id", "kind"])
    // A link in an old email can be of an account that no longer exists.
    .expression(({ selectFrom, val }) =>
      selectFrom("users")
        .select(["id", val(kind).as("kind")])
        .where("id", "=", userId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
