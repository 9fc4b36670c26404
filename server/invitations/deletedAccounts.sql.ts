import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";

/** The domain of the addresses that replace those of deleted accounts; no mail server has it. */
export const DELETED_DOMAIN = "@deleted.invalid";

/** Whether an address replaces that of a deleted account. */
export const isDeletedAddress = (email: string | null): boolean => email?.endsWith(DELETED_DOMAIN) ?? false;

/**
 * Removes the address and the label of a user whose account is deleted from all lists: of the invitations to their address, if
 * it is confirmed, because a stranger could have entered another one; and of those with which the account voted. The invitations
 * stay, with their links, because the numbers of lists are public.
 */
export async function anonymizeInvitations(
  { db }: Database,
  account: { userId: string; email: string | null },
): Promise<void> {
  for (const ofAccount of invitationsOf(account))
    await db
      .updateTable("invitations")
      // Made of the invitation's id and not the account's, because a list can have several invitations of the same account.
      .set({ label: "", email: sql<string>`id || ${DELETED_DOMAIN}`, wants_email: 0 })
      .where("email", "is not", null)
      .where(ofAccount)
      .execute();
}

/**
 * SQL conditions on `invitations`, each for a statement of its own: of one with both, the database would read the lists of all
 * surveys, while votes wait.
 */
export function invitationsOf({ userId, email }: { userId: string; email: string | null }): RawBuilder<boolean>[] {
  const voted = sql<boolean>`(survey_id, id) in (
    select votes.survey_id, votes.invitation_id from votes
    where votes.user_id = ${userId} and votes.invitation_id is not null)`;
  return email === null ? [voted] : [voted, sql<boolean>`email = ${email}`];
}
