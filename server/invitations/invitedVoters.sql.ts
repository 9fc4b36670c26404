import type { Survey } from "@survey-app/contract/surveys.ts";
import { DELETED_NAME, maskedEmail } from "@survey-app/contract/users.ts";
import type { InvitedVoter, Reader } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { isPublic } from "../surveys/visible.sql.ts";
import { hasVoted } from "../votes/hasVoted.sql.ts";
import { isDeletedAddress } from "./deletedAccounts.sql.ts";

/** The name under which an invitation votes. */
export function nameOfInvited({ label, email }: { label: string; email: string | null }): string {
  return label || (email === null || isDeletedAddress(email) ? DELETED_NAME : maskedEmail(email));
}

/** The name of a voter: that on the survey's list, else that of the account; without both, the masked address on the list. */
export function nameOfVoter(voter: { label: string | null; name: string | null; email: string | null }): string {
  return voter.label || (voter.name ?? nameOfInvited({ label: "", email: voter.email }));
}

/** The identity with which a person votes on a survey: on surveys for invited people the invitation, which is null on others. */
export interface Voter {
  /** The account; null for a person with an opened invitation. */
  userId: string | null;
  invitation: { id: string; label: string; email: string | null } | null;
}

/** Finds the identity with which a reader votes on a survey. */
export async function findVoter(
  database: Database,
  survey: Pick<Survey, "_id" | "electorate">,
  reader: Reader,
): Promise<Voter> {
  if ("invitationId" in reader) return { userId: null, invitation: await findOpenedInvitation(database, reader) };
  const { userId } = reader;
  if (survey.electorate === "everyone") return { userId, invitation: null };
  return { userId, invitation: await findInvitationOf(database, survey._id, userId) };
}

/**
 * Whether an invitation's answer stays hidden even from its voter, as with a code on a confidential survey: the owner, who handed
 * out the code, may have kept it or replaced it, and must not see the answer.
 */
export async function isAnswerHidden(
  { db }: Database,
  { surveyId, invitationId }: Pick<InvitedVoter, "surveyId" | "invitationId">,
): Promise<boolean> {
  const hidden = await db
    .selectFrom("invitations")
    .innerJoin("ballot_boxes", "ballot_boxes.survey_id", "invitations.survey_id")
    .select("invitations.id")
    .where("invitations.survey_id", "=", surveyId)
    .where("invitations.id", "=", invitationId)
    .where("email", "is", null)
    .where("privacy", "=", "confidential")
    .executeTakeFirst();
  return hidden !== undefined;
}

/** The key for a visitor, which matches no vote. */
export const NO_VOTE = ["user_id", null] as const;

/** The column by which the votes of a voter are found, and its value. */
export function voteKeyOf({ userId, invitation }: Voter): ["user_id" | "invitation_id", string] {
  return invitation ? ["invitation_id", invitation.id] : ["user_id", userId ?? ""];
}

/** Finds an invitation by the hash of its token, for opening it. */
export async function findInvitationByToken(
  { db }: Database,
  hash: string,
): Promise<(InvitedVoter & { votesAs: string }) | "invitationInvalid" | "notPublished" | "notInvited"> {
  const found = await db
    .selectFrom("invitations")
    .innerJoin("ballot_boxes", "ballot_boxes.survey_id", "invitations.survey_id")
    .select(["invitations.id", "invitations.survey_id", "issue", "label", "email", "state"])
    .select(["ballot_boxes.status", "ballot_boxes.appears_at", "ballot_boxes.electorate"])
    .where("token_hash", "=", hash)
    .executeTakeFirst();
  if (found?.electorate !== "invited") return "invitationInvalid";
  if (!isPublic(found, Date.now())) return "notPublished";
  const { id: invitationId, survey_id: surveyId, issue } = found;
  // A person who was struck after voting can still see and change the vote.
  if (found.state === "struck" && !(await hasVoted({ db }, surveyId, ["invitation_id", invitationId])))
    return "notInvited";
  return { invitationId, surveyId, issue, votesAs: nameOfInvited(found) };
}

/** Finds the invitation of a token that is still valid; null if its link or code was replaced since. */
export async function findOpenedInvitation(
  { db }: Database,
  { surveyId, invitationId, issue }: InvitedVoter,
): Promise<Voter["invitation"]> {
  const found = await db
    .selectFrom("invitations")
    .select(["id", "label", "email"])
    .where("survey_id", "=", surveyId)
    .where("id", "=", invitationId)
    .where("issue", "=", issue)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Finds the invitation with which an account votes on a survey: the one of its vote, else the one with its address, if that is
 * confirmed. So an address that was changed after voting gives no second vote.
 */
export async function findInvitationOf(
  { db }: Database,
  surveyId: string,
  userId: string,
): Promise<Voter["invitation"]> {
  const voted = await db
    .selectFrom("votes")
    .innerJoin("invitations", (join) =>
      join.on("invitations.survey_id", "=", surveyId).onRef("invitations.id", "=", "votes.invitation_id"),
    )
    .select(["invitations.id", "invitations.label", "invitations.email"])
    .where("votes.user_id", "=", userId)
    .where("votes.survey_id", "=", surveyId)
    .executeTakeFirst();
  if (voted) return voted;
  const invited = await db
    .selectFrom("users")
    .innerJoin("invitations", (join) =>
      join.on("invitations.survey_id", "=", surveyId).onRef("invitations.email", "=", "users.email"),
    )
    .select(["invitations.id", "invitations.label", "invitations.email"])
    .where("users.id", "=", userId)
    .where("users.email_verified", "=", 1)
    .executeTakeFirst();
  return invited ?? null;
}
