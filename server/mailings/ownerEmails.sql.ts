import type { Database } from "../database/database.ts";
import type { SurveyEvent } from "../events/surveyEvents.ts";
import { enqueueEmail, type SurveyEmail } from "../mail/outbox.sql.ts";
import { isReachable } from "../mail/wantedEmails.sql.ts";

/**
 * Enqueues an email to a survey's owner; call it in the transaction of its cause. Only a confirmed address gets it, because a
 * stranger may have entered an unconfirmed one, and a blocked or deleted owner gets none.
 * @param by who caused it: owners get no email about what they did themselves
 */
export async function enqueueForOwner(
  tx: Database,
  email: Exclude<SurveyEmail, { userId: string } | { invitationId: string }>,
  by: SurveyEvent["by"] = null,
): Promise<void> {
  const owner = await tx.db
    .selectFrom("surveys")
    .innerJoin("users", "users.id", "surveys.owner_id")
    .select(["users.id", "users.email"])
    .where("surveys.id", "=", email.surveyId)
    .where(isReachable)
    .executeTakeFirst();
  if (!owner) return;
  if (by !== null && typeof by === "object" && "adminId" in by && by.adminId === owner.id) return;
  await enqueueEmail(tx, owner.email, email);
}
