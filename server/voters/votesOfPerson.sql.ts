import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { findConfirmedAddress } from "../session/confirmedAddress.sql.ts";

/**
 * Which votes and marks belong to a person. A vote with an answer is found by the id of its voter (`findVoterId`): the
 * account, or the invitation for a vote by link or code. A mark of a secret vote is the account's on open surveys, and
 * the invitation's on surveys for invited people.
 */

/** A person as votes and lists know them: the account, and its address if it is confirmed. */
export interface Person {
  userId: string;
  email: string | null;
}

export async function findPerson(database: Database, userId: string): Promise<Person> {
  return { userId, email: await findConfirmedAddress(database, userId) };
}

/** A person as another reader sees them: the account's actions, but not other people's lists with its address. */
export async function findPersonFor(database: Database, userId: string, reader: CurrentUser): Promise<Person> {
  return userId === reader.userId ? findPerson(database, userId) : { userId, email: null };
}

/** SQL condition on votes: a voter cast it. No vote if the id is null. */
export const isCastBy = (voterId: string | null, votes = "votes"): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${votes}.user_id`)} = ${voterId}`;

/**
 * SQL for the surveys with a person's secret vote. On surveys for invited people the mark is the invitation's, which
 * the person's address finds; nothing else is stored, so after a change of the address the vote is in no list of the
 * person. Two statements, because a condition on either column would read all marks.
 */
export function marksOf({ userId, email }: Person): RawBuilder<{ survey_id: string }> {
  const byAccount = sql<{ survey_id: string }>`select survey_id from secret_voters where voter = ${userId}`;
  if (email === null) return byAccount;
  return sql`${byAccount} union all
    select invitations.survey_id from invitations
    join secret_voters on secret_voters.survey_id = invitations.survey_id and secret_voters.voter = invitations.id
    where invitations.email = ${email}`;
}

/** SQL for the surveys with a person's vote, whatever its privacy. */
export const votesOf = (person: Person): RawBuilder<{ survey_id: string }> => sql`
  select survey_id from votes where ${isCastBy(person.userId)} union all ${marksOf(person)}`;

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
    select 1 from (${votesOf(person)}) as voted where survey_id = ${surveyId} limit 1`.execute(database.db);
  return rows.length > 0;
}

/** Whether a voter has cast a vote with an answer on a survey. */
export async function hasCast({ db }: Database, surveyId: string, voterId: string | null): Promise<boolean> {
  if (voterId === null) return false;
  const found = await db
    .selectFrom("votes")
    .select("survey_id")
    .where("survey_id", "=", surveyId)
    .where(isCastBy(voterId))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Finds which of these accounts have voted on a survey, except by secret votes with invitations. */
export async function findVoted(
  { db, dialect }: Database,
  surveyId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from votes where survey_id = ${surveyId} and ${dialect.isOneOf(sql.ref("user_id"), userIds)}
    union all
    select voter from secret_voters where survey_id = ${surveyId} and ${dialect.isOneOf(sql.ref("voter"), userIds)}
  `.execute(db);
  return new Set(rows.map(({ user_id }) => user_id));
}

/**
 * Whether a person on a list has voted, as SQL on `invitations`. The comparisons with `>=` only repeat the others:
 * without them PostgreSQL may read the votes and marks on all surveys once, instead of one index entry for each person.
 */
export const invitedHasVoted: RawBuilder<boolean> = sql`(
  exists (select 1 from votes
    where votes.invitation_id = invitations.id and votes.survey_id = invitations.survey_id
      and votes.invitation_id >= invitations.id)
  or exists (select 1 from secret_voters
    where secret_voters.survey_id = invitations.survey_id and secret_voters.voter = invitations.id
      and secret_voters.voter >= invitations.id)
)`;

/** Whether someone has voted with an invitation. */
export async function isInvitationUsed(
  { db }: Pick<Database, "db">,
  { surveyId, invitationId }: { surveyId: string; invitationId: string },
): Promise<boolean> {
  const found = await db
    .selectFrom("invitations")
    .select("id")
    .where("survey_id", "=", surveyId)
    .where("id", "=", invitationId)
    .where(invitedHasVoted)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * SQL conditions on `invitations` for those of an account: to its address, if that is confirmed, and those with which
 * it voted. Each is for a statement of its own: with both in one, the database would read the lists of all surveys,
 * while votes wait.
 */
export function invitationsOf({ userId, email }: Person): RawBuilder<boolean>[] {
  const used = sql`votes.invitation_id from votes
    join meeting_questions question on question.survey_id = votes.survey_id`;
  const isTheirs = sql`${isCastBy(userId)} and votes.invitation_id is not null`;
  const voted = [
    sql<boolean>`(survey_id, id) in (select votes.survey_id, votes.invitation_id from votes where ${isTheirs})`,
    // On the list of a meeting and on those of all its questions the invitation of a person has one id.
    sql<boolean>`(survey_id, id) in (select question.meeting_id, ${used} where ${isTheirs})`,
    sql<boolean>`(survey_id, id) in (
      select other.survey_id, ${used}
      join meeting_questions other on other.meeting_id = question.meeting_id and other.survey_id is not null
      where ${isTheirs})`,
  ];
  return email === null ? voted : [...voted, sql<boolean>`email = ${email}`];
}
