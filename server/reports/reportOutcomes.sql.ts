import type { Database } from "../database/database.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { isReachable, wantsEmails } from "../mail/wantedEmails.sql.ts";

/**
 * Enqueues emails to the authors of settled reports, and marks these reports as answered in the same transaction. A report is
 * settled once, so each author gets at most one email for each survey.
 * @param max the most reports; on SQLite votes wait for the transaction
 * @returns whether there may be more to do
 */
export async function enqueueReportOutcomes(tx: Database, max: number): Promise<boolean> {
  const { db, dialect } = tx;
  const settled = await db
    .selectFrom("reports")
    .select(["id", "survey_id", "user_id", "outcome", "created_at"])
    .where("answer_due_at", "is not", null)
    .orderBy("answer_due_at")
    .limit(max)
    .$call(dialect.lockSkippingLocked)
    .execute();
  for (const { id, survey_id: surveyId, user_id: userId, outcome, created_at: reportedAt } of settled) {
    const email = userId === null ? null : await findReachableAuthor(tx, userId);
    if (userId !== null && email !== null && outcome !== null)
      await enqueueEmail(tx, email, { kind: "reportSettled", userId, surveyId, outcome, reportedAt });
    await db.updateTable("reports").set({ answer_due_at: null }).where("id", "=", id).execute();
  }
  return settled.length === max;
}

/** The confirmed address of a user who wants to hear about their reports; null without one. */
async function findReachableAuthor({ db }: Database, userId: string): Promise<string | null> {
  const found = await db
    .selectFrom("users")
    .select("email")
    .where("id", "=", userId)
    .where(isReachable)
    .where(wantsEmails("reports"))
    .executeTakeFirst();
  return found?.email ?? null;
}
