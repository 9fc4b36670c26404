import type { Database } from "../database/database.ts";

/** Sets a survey's counters without votes, as lists and pages show them. */
export async function setTotals(
  { db }: Database,
  surveyId: string,
  { total, yes = 0 }: { total: number; yes?: number },
): Promise<void> {
  const box = db.updateTable("ballot_boxes").where("survey_id", "=", surveyId);
  await box.set({ participants: total, ledger_rows: total, yes_votes: yes }).execute();
  const listed = { listed_votes: total, listed_yes: yes, listed_rows: total };
  await db.updateTable("surveys").set(listed).where("id", "=", surveyId).execute();
}
