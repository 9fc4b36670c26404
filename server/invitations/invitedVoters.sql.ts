import { DELETED_NAME, maskedEmail } from "@survey-app/contract/users.ts";
import { type RawBuilder, sql } from "kysely";
import { isPublic } from "../ballots/visible.sql.ts";
import type { OpenedInvitation, Reader } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { findConfirmedAddress } from "../session/confirmedAddress.sql.ts";
import { hasVoted } from "../voters/hasVoted.sql.ts";
import { isDeletedAddress } from "./deletedAccounts.sql.ts";
import type { ListedPerson } from "./invitedPeople.sql.ts";

/** An invitation with what names its voter; `email` is null for a code. */
interface Invitation {
  id: string;
  label: string;
  email: string | null;
}

/** The name under which an invitation votes. */
export function nameOfInvited({ label, email }: { label: string; email: string | null }): string {
  return label || (email === null || isDeletedAddress(email) ? DELETED_NAME : maskedEmail(email));
}

/** The name of a voter: that on the survey's list, else that of the account; without both, the masked address on the list. */
export function nameOfVoter(voter: { label: string | null; name: string | null; email: string | null }): string {
  return voter.label || (voter.name ?? nameOfInvited({ label: "", email: voter.email }));
}

/**
 * Finds the `user_id` of the votes that a reader cast. For an account that is its id, whatever the electorate. For the holder of an opened
 * invitation it is the invitation's id, but only in the browser that voted: the owner can have kept the link or code, or have entered
 * another address, and must not see the answer.
 * @returns null for a visitor, and for a reader with an invitation that was not used, or not in this browser
 */
export async function findVoterId({ db }: Database, reader: Reader | null): Promise<string | null> {
  if (reader === null) return null;
  if ("userId" in reader) return reader.userId;
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

/** Finds the hashes of the ballot cookies that votes with these invitations came with. */
export async function findUsedBallots(
  { db, dialect }: Database,
  invitationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("votes")
    .select("ballot_hash")
    // The condition of the index of votes by invitation.
    .where("invitation_id", "is not", null)
    .where(({ ref }) => dialect.isOneOf(ref("invitation_id"), invitationIds))
    .execute();
  return new Set(rows.flatMap(({ ballot_hash }) => ballot_hash ?? []));
}

/** Whether somebody else has voted with an invitation: not this account or browser, or on a secret survey anyone. */
export async function isUsedByOther(
  { db }: Database,
  { surveyId, invitationId }: ListedPerson,
  voterId: string | null,
): Promise<boolean> {
  const used = await db
    .selectFrom("votes")
    .select("survey_id")
    .where("invitation_id", "=", invitationId)
    .where("survey_id", "=", surveyId)
    .where("user_id", "<>", voterId ?? "")
    .unionAll(
      db
        .selectFrom("secret_voters")
        .select("survey_id")
        .where("voter", "=", invitationId)
        .where("survey_id", "=", surveyId),
    )
    .executeTakeFirst();
  return used !== undefined;
}

/** A person as votes and lists know them: the account, and its address if it is confirmed. */
export interface Person {
  userId: string;
  email: string | null;
}

export async function findPerson(database: Database, userId: string): Promise<Person> {
  return { userId, email: await findConfirmedAddress(database, userId) };
}

/**
 * SQL for the surveys with a person's secret vote. On surveys for invited people the mark is the invitation's, which the person's address
 * finds; nothing else is stored, so after a change of the address the vote is in no list of the person. Two statements, because a
 * condition on either column would read all marks.
 */
export function marksOf({ userId, email }: Person): RawBuilder<{ survey_id: string }> {
  const byAccount = sql<{ survey_id: string }>`select survey_id from secret_voters where voter = ${userId}`;
  if (email === null) return byAccount;
  return sql`${byAccount} union all
    select invitations.survey_id from invitations
    join secret_voters on secret_voters.survey_id = invitations.survey_id and secret_voters.voter = invitations.id
    where invitations.email = ${email}`;
}

/** The surveys of these on which a person's secret vote is marked. */
export async function findMarked(
  { db, dialect }: Database,
  person: Person,
  surveyIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ survey_id: string }>`
    select survey_id from (${marksOf(person)}) as marks
    where ${dialect.isOneOf(sql.ref("survey_id"), surveyIds)}`.execute(db);
  return new Set(rows.map(({ survey_id }) => survey_id));
}

/** Whether a person has voted on a survey, with the account or on a secret survey with an invitation. */
export async function hasPersonVoted(database: Database, surveyId: string, userId: string): Promise<boolean> {
  const person = await findPerson(database, userId);
  const { rows } = await sql`
    select 1 from votes where user_id = ${userId} and survey_id = ${surveyId}
    union all select 1 from (${marksOf(person)}) as marks where survey_id = ${surveyId}
    limit 1`.execute(database.db);
  return rows.length > 0;
}

/** Finds an invitation by the hash of its token, for opening it. */
export async function findInvitationByToken(
  { db }: Database,
  hash: string,
): Promise<(OpenedInvitation & { votesAs: string }) | "invitationInvalid" | "notPublished" | "notInvited"> {
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
  { surveyId, invitationId, issue }: OpenedInvitation,
): Promise<Invitation | null> {
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
export async function findInvitationOf({ db }: Database, surveyId: string, userId: string): Promise<Invitation | null> {
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
