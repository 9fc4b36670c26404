import { logAction } from "../audit/audit.sql.ts";
import { countMatching } from "../database/countMatching.ts";
import type { OwnerActor } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { addMailing } from "../outcomes/mailings.sql.ts";
import { isPublic } from "../surveys/visible.sql.ts";
import type { LockedSurvey } from "../votes/ballotBox.sql.ts";
import { type Reissued, reissue } from "./invitations.sql.ts";
import { type ListedPerson, updateInvitation } from "./invitedPeople.sql.ts";

/**
 * Starts a mailing with links to the people on a locked list who have an address and got no link; a job enqueues the emails in
 * chunks.
 * @returns the number of recipients
 */
export async function addInvitationMailing(
  tx: Database,
  surveyId: string,
  list: LockedSurvey,
): Promise<number | "notPublished"> {
  const { db } = tx;
  if (!isPublic(list.survey, list.now)) return "notPublished";
  const listed = db.selectFrom("invitations").where("survey_id", "=", surveyId).where("state", "=", "listed");
  const waiting = await countMatching(listed.where("email", "is not", null));
  const mailings = db.selectFrom("mailings").where("survey_id", "=", surveyId).where("kind", "=", "invitation");
  const number = await countMatching(mailings);
  if (waiting > 0) await addMailing(tx, surveyId, { kind: "invitation", number });
  return waiting;
}

/** Replaces the link or code of an invitation of a locked list. If its link was sent, the new one is too. */
export async function replaceLink(
  tx: Database,
  listed: ListedPerson,
  { list, by, hashOf }: { list: LockedSurvey; by: OwnerActor; hashOf: (invitationId: string, issue: number) => string },
): Promise<Reissued> {
  const replaced = await reissue(tx, listed, hashOf);
  if (typeof replaced === "string") return replaced;
  const { email, issue, wasSent } = replaced;
  const { title } = list.survey;
  // The event names the invitation by its id, because the address and the label must disappear with their deletion.
  await logAction(tx, by, {
    action: "invitationReissued",
    about: { kind: "survey", id: listed.surveyId, title },
    before: { issue: issue - 1 },
    after: { issue, invitation: listed.invitationId },
  });
  if (email !== null && wasSent && isPublic(list.survey, list.now)) {
    await updateInvitation(tx, listed).set({ state: "queued" }).execute();
    await enqueueEmail(tx, email, { kind: "invitation", ...listed, title });
  }
  return replaced;
}
