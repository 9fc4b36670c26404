import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import { logAction } from "../audit/audit.sql.ts";
import type { OwnerActor } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { addMailing } from "../outcomes/mailings.sql.ts";
import { type LockedList, type Reissued, reissue, setState } from "./invitations.sql.ts";
import type { Listed } from "./invitedPeople.sql.ts";

const isOpen = ({ survey, now }: LockedList) => survey.status === PUBLISHED && survey.appears_at <= now;

/**
 * Has links sent to the people on a locked list who have an address and got none; a job enqueues the emails in chunks.
 * @returns how many people that are
 */
export async function addInvitationMailing(
  tx: Database,
  surveyId: string,
  list: LockedList,
): Promise<number | "notPublished"> {
  const { db } = tx;
  if (!isOpen(list)) return "notPublished";
  const { waiting } = await db
    .selectFrom("invitations")
    .select(({ fn }) => fn.countAll<number>().as("waiting"))
    .where("survey_id", "=", surveyId)
    .where("state", "=", "listed")
    .where("email", "is not", null)
    .executeTakeFirstOrThrow();
  const { sent } = await db
    .selectFrom("mailings")
    .select(({ fn }) => fn.countAll<number>().as("sent"))
    .where("survey_id", "=", surveyId)
    .where("kind", "=", "invitation")
    .executeTakeFirstOrThrow();
  if (Number(waiting) > 0) await addMailing(tx, surveyId, { kind: "invitation", number: Number(sent) });
  return Number(waiting);
}

/** Replaces the link or code of an invitation of a locked list. If its link was sent, the new one is too. */
export async function replaceLink(
  tx: Database,
  listed: Listed,
  { list, by, hashOf }: { list: LockedList; by: OwnerActor; hashOf: (invitationId: string, issue: number) => string },
): Promise<Reissued> {
  const replaced = await reissue(tx, listed, hashOf);
  if (typeof replaced === "string") return replaced;
  const { email, issue, wasSent } = replaced;
  const { title } = list.survey;
  // By its id: the address and the label must be gone when they are deleted.
  await logAction(tx, by, {
    action: "invitationReissued",
    about: { kind: "survey", id: listed.surveyId, title },
    before: { issue: issue - 1 },
    after: { issue, invitation: listed.invitationId },
  });
  if (email !== null && wasSent && isOpen(list)) {
    await setState(tx, listed, "queued");
    await enqueueEmail(tx, email, { kind: "invitation", ...listed, title });
  }
  return replaced;
}
