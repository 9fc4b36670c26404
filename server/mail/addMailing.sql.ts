import type { Database } from "../database/database.ts";
import type { MailingRow } from "../database/mailingTables.ts";
import { newId } from "../database/newId.ts";
import type { BulkEmail } from "../words/mail/templates.ts";

/**
 * Whether an email to many people is about the end of a survey, not about voting. It can be a mailing, or one of its
 * emails.
 */
export const isAfterClose = (kind: MailingRow["kind"] | BulkEmail["kind"]): boolean =>
  kind === "result" || kind === "results" || kind === "outcome";

/**
 * Adds an email to many people; call it in the transaction of its cause. One that was added before is not added again.
 */
export async function addMailing(
  { db }: Database,
  surveyId: string,
  { kind, number, senderId }: Pick<MailingRow, "kind" | "number"> & { senderId: string | null },
): Promise<void> {
  const stage = kind === "result" ? "count" : "invited";
  await db
    .insertInto("mailings")
    .values({ id: newId(), survey_id: surveyId, kind, number, sender_id: senderId, stage, next_at: Date.now() })
    .onConflict((conflict) => conflict.columns(["survey_id", "kind", "number"]).doNothing())
    .execute();
}
