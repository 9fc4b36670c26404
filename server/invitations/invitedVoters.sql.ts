import type { Survey } from "@survey-app/contract/surveys.ts";
import { DELETED_NAME, maskedEmail } from "@survey-app/contract/users.ts";
import type { InvitedVoter, Reader } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { isPublic } from "../surveys/visible.sql.ts";
import { hasVoted } from "../votes/hasVoted.sql.ts";
import { isForgotten } from "./forgetting.sql.ts";

/** Whom an invitation votes as. */
export function nameOfInvited({ label, email }: { label: string; email: string | null }): string {
  return label || (email === null || isForgotten(email) ? DELETED_NAME : maskedEmail(email));
}

/** The name of a voter: that on the survey's list, else that of the account; without both, what stands for the address on the list. */
export function nameOfVoter(voter: { label: string | null; name: string | null; email: string | null }): string {
  return voter.label || (voter.name ?? nameOfInvited({ label: "", email: voter.email }));
}

/** As whom someone votes on a survey. On surveys for invited people the invitation decides, and is null for others. */
export interface Voter {
  /** The account; null for a person with an opened invitation. */
  userId: string | null;
  invitation: { id: string; label: string; email: string | null } | null;
}

/** Finds out as whom a reader votes on a survey. */
export async function findVoter(
  database: Database,
  survey: Pick<Survey, "_id" | "electorate">,
  reader: Reader,
): Promise<Voter> {
  if ("invitationId" in reader) return { userId: null, invitation: await findOpened(database, reader) };
  const { userId } = reader;
  if (survey.electorate === "everyone") return { userId, invitation: null };
  return { userId, invitation: await findInvitationOf(database, survey._id, userId) };
}

/**
 * Whether an answer is not shown to the voter either: that of a code on a confidential survey. The person who handed out the code may
 * have kept it, and the owner can replace it.
 */
export async function hidesAnswer(
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

/** The key of visitors' votes, of which there are none. */
export const NO_VOTE = ["user_id", null] as const;

/** The column by which the votes of a voter are found, and its value. */
export function voteKeyOf({ userId, invitation }: Voter): ["user_id" | "invitation_id", string] {
  return invitation ? ["invitation_id", invitation.id] : ["user_id", userId ?? ""];
}

/** Finds an invitation by the hash of its token, for opening it. */
export async function findByToken(
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
  // Who was struck after voting can still see and change the vote.
  if (found.state === "struck" && !(await hasVoted({ db }, surveyId, ["invitation_id", invitationId])))
    return "notInvited";
  return { invitationId, surveyId, issue, votesAs: nameOfInvited(found) };
}

/** Finds the invitation of a token that is still valid; null if its link or code was replaced since. */
export async function findOpened(
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
