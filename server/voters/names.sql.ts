import { DELETED_DOMAIN } from "@survey-app/contract/text/deletedAddress.ts";
import { writtenAddress } from "@survey-app/contract/text/emailAddress.ts";
import { DELETED_NAME, maskedEmail, REMOVED_NAME, shownName } from "@survey-app/contract/users/users.ts";
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from "kysely";
import { foldedText } from "../database/containing.ts";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";

/** The names of voters: on surveys for invited people those on their list, else those of their accounts. */

/** The prefix of the ids that replace voters when the names of a survey are removed. */
export const REMOVED_PREFIX = "removed-";

/** Whether the vote or mark with this voter was taken from its voter. */
export const isRemovedVoter = (voterId: string): boolean => voterId.startsWith(REMOVED_PREFIX);

/** The name under which an invitation votes. Without a label and an address, the account of its person is deleted. */
export function nameOfInvited({ label, email }: { label: string; email: string | null }): string {
  return shownName(label) || (email === null ? DELETED_NAME : maskedEmail(email));
}

/**
 * The name of a voter: that on the survey's list, else that of the account; without both, the masked address on the
 * list. A voter without a list entry and without an account had a name before it was removed.
 */
export function nameOfVoter(voter: { label: string | null; name: string | null; email: string | null }): string {
  if (voter.label === null && voter.name === null) return REMOVED_NAME;
  const name = voter.label || voter.name;
  return name === null ? nameOfInvited({ label: "", email: voter.email }) : shownName(name);
}

/**
 * The address of a voter as a reader sees it: the account's, else the one on the list; "" without both.
 * @param seesVoters whether the reader sees addresses of accounts; others see them masked
 * @param seesList whether the reader sees the list, too; others see its addresses masked
 */
export function addressOfVoter(
  { email, invited_address }: { email: string | null; invited_address: string | null },
  { seesVoters, seesList }: { seesVoters: boolean; seesList: boolean },
): string {
  const address = email ?? invited_address ?? "";
  const isShown = seesVoters && (email !== null || seesList);
  return isShown || address === "" ? writtenAddress(address) : maskedEmail(address);
}

/**
 * SQL joins of votes on a survey with what names their voters: `users` and `invitations`. Votes by invitation can be
 * without an account, and the others are without an invitation.
 */
export const joinNames = (votes: string, surveyId: string): RawBuilder<unknown> => sql`
  left join users on users.id = ${sql.ref(`${votes}.user_id`)}
  left join invitations on invitations.survey_id = ${surveyId} and invitations.id = ${sql.ref(`${votes}.invitation_id`)}`;

/**
 * SQL for the address that is shown of a person on a list; once the account is deleted, it is made of the invitation's
 * id. Null for a code.
 */
export const addressInList: RawBuilder<string | null> = sql`case
  when invitations.is_deleted = 1 then invitations.id || ${sql.lit(`@${DELETED_DOMAIN}`)}
  else invitations.email end`;

/**
 * SQL for the sort key of a folded name, which cursors contain, too. Of a name that contains an address it is the
 * first letter, because a page would reveal the address, and a search would reveal it piece by piece.
 */
export const sortedName = (name: RawBuilder<string>): RawBuilder<string> =>
  sql`case when ${name} like '%@%' then substr(${name}, 1, 1) || '•••' else ${name} end`;

/**
 * SQL for the name of a voter after `joinNames`, folded, as names are searched and sorted; empty if there is only the
 * address on the list, which is shown masked.
 */
export const nameInList = (database: Pick<Database, "dialect">): RawBuilder<string> => sql`coalesce(
  case when invitations.label <> '' then ${sortedName(foldedText(database, "invitations.label"))} end,
  ${sortedName(foldedText(database, "users.name"))}, '')`;

/**
 * Joins votes on a survey with their voters and reports, which the database looks up for these votes only. The survey's
 * id is a parameter of each join, from which a distributed database knows the server to ask.
 */
export function joinVoters(
  { db }: Pick<Database, "db">,
  surveyId: string,
  votes: SelectQueryBuilder<Tables, "votes", Selectable<Tables["votes"]>>,
) {
  return (
    db
      .selectFrom(votes.where("survey_id", "=", surveyId).as("vote"))
      // Votes by invitation can be without an account, and the others are without an invitation.
      .leftJoin("users", "users.id", "vote.user_id")
      .leftJoin("invitations", (join) =>
        join.on("invitations.survey_id", "=", surveyId).onRef("invitations.id", "=", "vote.invitation_id"),
      )
      .leftJoin("reports", (join) =>
        join.on("reports.survey_id", "=", surveyId).onRef("reports.user_id", "=", "vote.user_id"),
      )
  );
}
