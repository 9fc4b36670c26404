import { type AskingPolicies, meetingsNeedReview } from "@survey-app/contract/ballots/askingPolicies.ts";
import { isAskedUnreviewed, maySend } from "../ballots/rights.sql.ts";
import { type Action, isOwnerAction, loggedFor } from "../ballots/rights.ts";
import type { Database } from "../database/database.ts";
import type { Change } from "../events/surveyEvents.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import type { InvitedPerson } from "../voters/findVoter.sql.ts";
import { type Reissued, reissue } from "./invitations.sql.ts";
import type { InvitationTokens } from "./invitationTokens.ts";
import { updateInvitation } from "./invitedPeople.sql.ts";
import { countInvitationMailings, countUnsent } from "./listNumbers.sql.ts";
import { findListHolder, type LockedList, linkEmailOf, lockList } from "./lockedList.sql.ts";
import { countForEach } from "./meetingLists.sql.ts";

/**
 * Starts a mailing that sends links to the people on a list who have an address and haven't got a link; a job enqueues
 * the emails in chunks. The owner or a co-owner sends them. An admin can only do so for an owner who was blocked, was
 * demoted or has left, and the audit log records it.
 * @returns the number of recipients
 */
export async function sendInvitations(
  { tx, by, record }: Change<Action<CurrentUser>>,
  id: string,
  policies: AskingPolicies,
): Promise<
  | number
  | Extract<Awaited<ReturnType<typeof lockList>>, string>
  | "notPublished"
  | "sendsNoEmail"
  | "meetingNotAccepted"
> {
  const { currentUser } = by;
  const { userId, storedRole } = currentUser;
  const stoppedOwner = storedRole === "admin" ? await findStoppedOwner(tx, id) : null;
  const list = await lockList(tx, id, stoppedOwner ? { ...currentUser, userId: stoppedOwner } : currentUser);
  if (typeof list === "string") return list;
  if (!list.isOpen) return "notPublished";
  if (list.isUnaccepted && meetingsNeedReview(policies)) return "meetingNotAccepted";
  if (await isAskedUnreviewed(tx, id)) return "sendsNoEmail";
  await takeOver(tx, id);
  const waiting = await countUnsent(tx, id, "listed");
  const number = await countInvitationMailings(tx, id);
  if (waiting === 0) return 0;
  const logged = loggedFor(by, { ...list.owners, title: list.title }, { invitations: waiting });
  await record({ kind: "invitationsSent", surveyId: id, ...logged, isPublic: false, number, senderId: userId });
  return waiting;
}

/**
 * Marks links that wait to be sent as unsent again if none of their senders may still send them, because they were
 * blocked, were demoted or have left. Then someone else can send them; otherwise each could wait for days for the
 * limits of its address.
 */
async function takeOver(tx: Database, surveyId: string): Promise<void> {
  const { db } = tx;
  const senders = await db
    .selectFrom("mailings")
    .select("sender_id")
    .distinct()
    .where("survey_id", "=", surveyId)
    .where("kind", "=", "invitation")
    .execute();
  if (senders.length === 0) return;
  for (const { sender_id } of senders) if (sender_id !== null && (await maySend(tx, surveyId, sender_id))) return;
  await db
    .updateTable("invitations")
    .set({ state: "listed" })
    .where("survey_id", "=", surveyId)
    .where("state", "=", "queued")
    .execute();
}

/** The owner of a survey or meeting who may not send its emails; null if the owner may, or if there is no such list. */
async function findStoppedOwner(tx: Database, id: string): Promise<string | null> {
  const holder = await findListHolder(tx, id);
  return holder && !(await maySend(tx, id, holder.owner_id)) ? holder.owner_id : null;
}

/**
 * Replaces the link or code of an invitation on a locked list. If its link was sent, the new one is, too, unless the
 * owner gets a code.
 * @param isCorrected whether its address was just corrected
 */
export async function replaceLink(
  { tx, by, record }: Change<Action>,
  invited: InvitedPerson,
  { list, tokens, isCorrected }: { list: LockedList; tokens: InvitationTokens; isCorrected: boolean },
): Promise<Reissued> {
  const { currentUser } = by;
  const asOwner = isOwnerAction(currentUser, list.owners);
  const replaced = await reissue(tx, invited, { list, tokens, asOwner, isMailed: isCorrected });
  if (typeof replaced === "string") return replaced;
  const { email, issue, formerState, isCode } = replaced;
  const { title } = list;
  // The event names the invitation by its id, because the address and the label must disappear when they are deleted.
  const logged = {
    title,
    before: { issue: issue - 1 },
    after: { issue, invitation: invited.invitationId, ...(isCorrected && { addressesCorrected: 1 }) },
  };
  const { by: actor } = loggedFor(by, { ...list.owners, title }, {});
  const about = { surveyId: invited.surveyId, by: actor, logged };
  await record({ kind: "invitationReissued", ...about, isPublic: isCode });
  if (formerState === "sent") await countForEach(tx, list, [invited.invitationId], { sent: -1 });
  if (isCode && email !== null) await updateInvitation(tx, invited).set({ state: "listed" }).execute();
  else if (email !== null && formerState !== "listed" && list.isOpen) {
    await updateInvitation(tx, invited).set({ state: "queued", is_unknown_address: 0 }).execute();
    await enqueueEmail(tx, email, { kind: linkEmailOf(list.holder), senderId: currentUser.userId, ...invited });
  }
  return replaced;
}
