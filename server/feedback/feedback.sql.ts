import { v7 as uuidv7 } from "uuid";
import type { Database } from "../database/database.ts";

/** Stores an admin's note to a survey's owner. `status` is the one that the survey gets with it. */
export async function insertFeedback(
  { db }: Database,
  feedback: { surveyId: string; adminId: string; text: string; status: number },
): Promise<string> {
  const id = uuidv7();
  await db
    .insertInto("feedback")
    .values({
      id,
      survey_id: feedback.surveyId,
      admin_id: feedback.adminId,
      text: feedback.text,
      status: feedback.status,
      created_at: Date.now(),
    })
    .execute();
  return id;
}
