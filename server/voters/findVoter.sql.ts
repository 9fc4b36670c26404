import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { type RawBuilder, sql } from "kysely";
import { hidesWhoVoted } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import type { InvitedVoter, Reader } from "../http/currentUser.ts";
import { isCastBy } from "./votesOfPerson.sql.ts";

/**
 * Who votes in a request: an account on open surveys, an invitation on surveys for invited people, a browser by open
 * link.
 */

/** A person on a list. */
export interface InvitedPerson {
  surveyId: string;
  invitationId: string;
}

/**
 * SQL condition on `invitations`: a code that the owner hands out. A person whose account is deleted has no address
 * either.
 */
export const isCode: RawBuilder<boolean> = sql`invitations.email is null and invitations.is_deleted = 0`;

/** An invitation with the names of its voter; `email` is null for a code, and once the person's account is deleted. */
interface Invitation {
  id: string;
  label: string;
  email: string | null;
  state: string;
}

/**
 * Finds the `user_id` of the votes that a reader cast. For an account that is its id, whatever the electorate. For the
 * holder of an opened invitation it is the invitation's id, but only in the browser that voted: the owner can have kept
 * the link or code, or have entered another address, and must not see the answer. For a browser with the cookie of an
 * open link it is the hash of that cookie.
 * @returns null for a visitor, and for a reader with an invitation that was not used, or not in this browser
 */
export async function findVoterId({ db }: Database, reader: Reader | null): Promise<string | null> {
  if (reader === null) return null;
  if ("userId" in reader) return reader.userId;
  if ("linkVoterId" in reader) return reader.linkVoterId;
  const { surveyId, invitationId, issue, ballotHash } = reader;
  if (ballotHash === null) return null;
  const cast = await db
    .selectFrom("invitations")
    .innerJoin("votes", (join) =>
      join.on("votes.survey_id", "=", surveyId).onRef("votes.invitation_id", "=", "invitations.id"),
    )
    .select("votes.user_id")
    .where("invitations.survey_id", "=", surveyId)
    .where("invitations.id", "=", invitationId)
    .where("issue", "=", issue)
    .where("votes.user_id", "=", invitationId)
    .where("votes.ballot_hash", "=", ballotHash)
    .executeTakeFirst();
  return cast?.user_id ?? null;
}

/**
 * SQL condition on `invitations`: someone other than this account or browser has voted with it; on a secret survey,
 * anyone.
 * @param voterId the `user_id` of the reader's own votes; null without any
 */
export const isUsedByOther = (voterId: string | null): RawBuilder<boolean> => sql`(
  exists (select 1 from votes
    where votes.invitation_id = invitations.id and votes.survey_id = invitations.survey_id
      and votes.user_id <> ${voterId ?? ""})
  or exists (select 1 from secret_voters
    where secret_voters.survey_id = invitations.survey_id and secret_voters.voter = invitations.id)
)`;

/** Whether someone other than this account or browser has voted with an invitation. */
export async function findIsUsed(
  { db }: Database,
  { surveyId, invitationId }: InvitedPerson,
  voterId: string | null,
): Promise<boolean> {
  const used = await db
    .selectFrom("invitations")
    .select("id")
    .where("survey_id", "=", surveyId)
    .where("id", "=", invitationId)
    .where(isUsedByOther(voterId))
    .executeTakeFirst();
  return used !== undefined;
}

/**
 * Finds the invitation of a token that is still valid; null if its link or code was replaced since, or its person
 * removed.
 */
export async function findOpenedInvitation(database: Database, opened: InvitedVoter): Promise<Invitation | null> {
  const found = await findIssuedInvitation(database, opened);
  return found && (await isOpen(database, found, opened)) ? found : null;
}

/** Finds the invitation of a token, also of a person who was removed; null if its link or code was replaced since. */
export async function findIssuedInvitation(
  { db }: Database,
  { surveyId, invitationId, issue }: InvitedVoter,
): Promise<(Invitation & { is_deleted: number }) | null> {
  const found = await db
    .selectFrom("invitations")
    .select(["id", "label", "email", "state", "is_deleted"])
    .where("survey_id", "=", surveyId)
    .where("id", "=", invitationId)
    .where("issue", "=", issue)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Whether a link or code that was not replaced opens. Once its person was removed, or has deleted the account, it only
 * does in the browser that voted with it, which can still see and change the vote.
 */
export async function isOpen(
  database: Database,
  { state, is_deleted }: { state: string; is_deleted: number },
  opened: InvitedVoter,
): Promise<boolean> {
  const hasEnded = state === "struck" || is_deleted === 1;
  return !hasEnded || (await findVoterId(database, opened)) !== null;
}

/**
 * Finds the invitation with which an account votes on a survey: the one of its vote, else the one with its address, if
 * the address is confirmed. So an account doesn't get a second vote by changing its address after voting.
 */
export async function findInvitationOf({ db }: Database, surveyId: string, userId: string): Promise<Invitation | null> {
  const voted = await db
    .selectFrom("votes")
    .innerJoin("invitations", (join) =>
      join.on("invitations.survey_id", "=", surveyId).onRef("invitations.id", "=", "votes.invitation_id"),
    )
    .select(["invitations.id", "invitations.label", "invitations.email", "invitations.state"])
    .where(isCastBy(userId))
    .where("votes.survey_id", "=", surveyId)
    .executeTakeFirst();
  if (voted) return voted;
  const invited = await db
    .selectFrom("users")
    .innerJoin("invitations", (join) =>
      join.on("invitations.survey_id", "=", surveyId).onRef("invitations.email", "=", "users.email"),
    )
    .select(["invitations.id", "invitations.label", "invitations.email", "invitations.state"])
    .where("users.id", "=", userId)
    .where("users.email_verified", "=", 1)
    .executeTakeFirst();
  return invited ?? null;
}

/**
 * Whether an account can still vote with an invitation, as far as it may know: not that someone else used it, where
 * that is hidden.
 */
export async function canVoteAsInvited(
  database: Database,
  { _id: surveyId, results, closedAt }: Pick<Survey, "_id" | "results" | "closedAt">,
  userId: string,
): Promise<boolean> {
  const invitation = await findInvitationOf(database, surveyId, userId);
  if (!invitation) return false;
  if (hidesWhoVoted(results, closedAt)) return true;
  return !(await findIsUsed(database, { surveyId, invitationId: invitation.id }, userId));
}

/**
 * Finds the mark of an account's secret vote on a survey, with the report that it sent and the label on the list; null
 * without one.
 */
export async function findOwnMark(
  database: Database,
  { _id: surveyId, electorate }: Pick<Survey, "_id" | "electorate">,
  userId: string,
): Promise<{ report: string; label: string } | null> {
  const invitation = electorate === "invited" ? await findInvitationOf(database, surveyId, userId) : null;
  const mark = await database.db
    .selectFrom("secret_voters")
    .leftJoin("reports", (join) => join.on("reports.survey_id", "=", surveyId).on("reports.user_id", "=", userId))
    .select("reports.text as report")
    .where("secret_voters.survey_id", "=", surveyId)
    .where("voter", "=", invitation?.id ?? userId)
    .executeTakeFirst();
  return mark ? { report: mark.report ?? "", label: invitation?.label ?? "" } : null;
}
