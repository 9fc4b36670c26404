import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { OUTCOMES_MAX } from "@survey-app/contract/text/limits.ts";
import { lockSurvey } from "../ballots/ballotBox.sql.ts";
import { type Action, loggedFor, may } from "../ballots/rights.ts";
import { newId } from "../database/newId.ts";
import type { Change } from "../events/surveyEvents.ts";

/**
 * Stores a version of the outcome of the sender's closed survey; the first version is emailed.
 * @returns false if the latest version is the same
 */
export async function addOutcome(
  { tx, by, record }: Change<Action>,
  surveyId: string,
  text: string,
): Promise<boolean | "notFound" | "notClosed" | "tooManyOutcomes"> {
  const { db } = tx;
  const locked = await lockSurvey(tx, surveyId);
  if (!locked || !may("speakAsOwner", by.currentUser, locked.survey)) return "notFound";
  if (locked.box.closed_at === null) return "notClosed";
  const versions = await db
    .selectFrom("outcomes")
    .select("text")
    .where("survey_id", "=", surveyId)
    .orderBy("id", "desc")
    .execute();
  if (versions[0]?.text === text) return false;
  if (versions.length >= OUTCOMES_MAX) return "tooManyOutcomes";
  await db.insertInto("outcomes").values({ id: newId(), survey_id: surveyId, text, created_at: locked.now }).execute();
  const isPublic = locked.survey.status === PUBLISHED;
  const { userId: ownerId } = by.currentUser;
  await record({
    kind: "decided",
    surveyId,
    ...loggedFor(by, locked.survey, {}),
    isPublic,
    isFirst: versions.length === 0,
    ownerId,
  });
  return true;
}
