import { findOwnersToEmail } from "../ballots/rights.sql.ts";
import type { Database } from "../database/database.ts";
import type { SurveyEvent } from "../events/surveyEvents.ts";
import { enqueueEmail, type SurveyEmail } from "../mail/outbox.sql.ts";

/**
 * Enqueues an email to a survey's owner and co-owners; call it in the transaction of its cause. Only a confirmed address gets it,
 * because a stranger may have entered an unconfirmed one, and a blocked or deleted owner gets none.
 * @param by who caused it: owners get no email about what they did themselves
 */
export async function enqueueForOwner(
  tx: Database,
  email: Exclude<SurveyEmail, { userId: string } | { invitationId: string }>,
  by: SurveyEvent["by"] = null,
): Promise<void> {
  const causedBy = by !== null && typeof by === "object" && "adminId" in by ? by.adminId : null;
  for (const owner of await findOwnersToEmail(tx, email.surveyId))
    if (owner.id !== causedBy) await enqueueEmail(tx, owner.email, email);
}
