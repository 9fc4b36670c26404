import { OUTCOMES_MAX } from "@survey-app/contract/outcomes.ts";
import type { CurrentUser } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import { clockOf, lockBallotBox } from "../votes/ballotBox.sql.ts";
import { enqueueWebhookEvent } from "../webhooks/deliveries.sql.ts";
import { addMailing } from "./mailings.sql.ts";

/** Stores a version of what was decided after a closed survey of `currentUser`; followers hear of the first. Call it in a transaction. */
export async function addOutcome(
  tx: Database,
  surveyId: string,
  { text, currentUser }: { text: string; currentUser: CurrentUser },
): Promise<"added" | "same" | "notFound" | "notClosed" | "tooManyOutcomes"> {
  const { db } = tx;
  const box = await lockBallotBox(tx, surveyId);
  const survey = await db.selectFrom("surveys").select("owner_id").where("id", "=", surveyId).executeTakeFirst();
  // The owner alone, admins included: others would put words into the owner's mouth.
  if (!box || survey?.owner_id !== currentUser.userId) return "notFound";
  if (box.closed_at === null) return "notClosed";
  const versions = await db
    .selectFrom("outcomes")
    .select("text")
    .where("survey_id", "=", surveyId)
    .orderBy("id", "desc")
    .execute();
  if (versions[0]?.text === text) return "same";
  if (versions.length >= OUTCOMES_MAX) return "tooManyOutcomes";
  await db
    .insertInto("outcomes")
    .values({ id: newId(), survey_id: surveyId, text, created_at: await clockOf(tx) })
    .execute();
  if (versions.length === 0) await addMailing(tx, surveyId, { kind: "outcome", number: 0 });
  await enqueueWebhookEvent(tx, surveyId, "outcome");
  return "added";
}
