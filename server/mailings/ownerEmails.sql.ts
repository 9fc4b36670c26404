import { PUBLISHED, type SurveyStatus } from "@survey-app/contract/surveys/surveys.ts";
import { findOwnersToEmail } from "../ballots/rights.sql.ts";
import type { Database } from "../database/database.ts";
import type { SurveyEvent } from "../events/surveyEvents.ts";
import { enqueueEmail, type SurveyEmail } from "../mail/outbox.sql.ts";

type OwnersEmail = Exclude<SurveyEmail, { userId: string } | { invitationId: string }>;

/** Whether a survey must be published for an email of this kind to be true. */
const aboutPublished: Partial<Record<SurveyEmail["kind"], boolean>> = {
  surveyPublished: true,
  requestAccepted: true,
  surveyUnpublished: false,
  surveySentBack: false,
};

/**
 * The owner and co-owners of a survey, each with the reason why they don't get an email of this kind; null if they do.
 */
export async function findOwnerReaders(database: Database, { kind, surveyId }: Pick<OwnersEmail, "kind" | "surveyId">) {
  const owners = await findOwnersToEmail(database, surveyId);
  const isPublished = aboutPublished[kind];
  const isTrue = (status: SurveyStatus) => isPublished === undefined || isPublished === (status === PUBLISHED);
  return owners.map(({ status, ...owner }) => ({
    ...owner,
    reason: isTrue(status) ? null : ("statusChanged" as const),
  }));
}

/**
 * Enqueues an email to a survey's owner and co-owners; call it in the transaction of its cause. Only a confirmed
 * address gets it, because a stranger may have entered an unconfirmed one, and blocked or deleted owners don't get it.
 * @param by the actor: owners don't get emails about their own actions
 */
export async function enqueueForOwner(tx: Database, email: OwnersEmail, by: SurveyEvent["by"] = null): Promise<void> {
  const causedBy = by !== null && typeof by === "object" && "adminId" in by ? by.adminId : null;
  for (const owner of await findOwnerReaders(tx, email))
    if (owner.reason === null && owner.id !== causedBy) await enqueueEmail(tx, owner.email, email);
}
