import type { Database } from "../database/database.ts";
import { type Change, changeOf, type RecordSurveyEvent } from "../events/surveyEvents.ts";
import type { InvitedPerson } from "../voters/findVoter.sql.ts";
import type { InvitationTokens } from "./invitationTokens.ts";
import { updateInvitation } from "./invitedPeople.sql.ts";
import { keepFormerCodes } from "./issuedCodes.sql.ts";
import { lockListOf } from "./lockedList.sql.ts";
import { countForEach, renewOnQuestions } from "./meetingLists.sql.ts";

/**
 * Finds the token of the link that is about to be sent; null if the invitation is gone. As long as the secret that made
 * the first link is accepted, every email has the same one. Otherwise the link is replaced, and the public numbers
 * count the replacement if the link was sent.
 */
export async function findLink(
  database: Database,
  invited: InvitedPerson,
  { tokens, record }: { tokens: InvitationTokens; record: RecordSurveyEvent },
): Promise<string | null> {
  const found = await findIssue(database, invited);
  // The owner hands out a code that was made in place of the link.
  if (!found || found.code_key !== null) return null;
  return (
    tokens.sentLink(invited.invitationId, found.issue, found.token_hash) ??
    database.transaction((tx) => replaceUnknown(changeOf(tx, null, record), invited, tokens))
  );
}

/** Replaces a link that no accepted secret can make. */
async function replaceUnknown(
  { tx, record }: Change,
  invited: InvitedPerson,
  tokens: InvitationTokens,
): Promise<string | null> {
  const locked = await lockListOf(tx, invited.surveyId);
  const found = await findIssue(tx, invited);
  if (!locked || !found || found.email === null || found.code_key !== null) return null;
  const { list } = locked;
  const { issue, token_hash, state, email } = found;
  // It may have been replaced before it was locked.
  const sent = tokens.sentLink(invited.invitationId, issue, token_hash);
  if (sent !== null) return sent;
  const wasSent = state === "sent";
  const next = { id: invited.invitationId, email, issue: wasSent ? issue + 1 : issue };
  if (wasSent) await keepFormerCodes(tx, list, [invited.invitationId]);
  await updateInvitation(tx, invited)
    .set({ issue: next.issue, token_hash: tokens.stored(next).tokenHash })
    .execute();
  if (wasSent) await renewOnQuestions(tx, list, [next]);
  if (!wasSent) return tokens.tokenOf(next);
  await countForEach(tx, list, [next.id], { replaced: 1, reissued: 1 });
  const logged = { title: list.title, before: { issue }, after: { issue: next.issue, invitation: next.id } };
  const event = { kind: "invitationReissued", surveyId: invited.surveyId, by: "setting", logged } as const;
  await record({ ...event, isPublic: list.isOpen });
  return tokens.tokenOf(next);
}

const findIssue = ({ db }: Database, { surveyId, invitationId }: InvitedPerson) =>
  db
    .selectFrom("invitations")
    .select(["issue", "token_hash", "code_key", "state", "email"])
    .where("survey_id", "=", surveyId)
    .where("id", "=", invitationId)
    .executeTakeFirst();
