import { publicOnly } from "../ballots/visible.sql.ts";
import type { Database } from "../database/database.ts";
import { findConfirmedAddress } from "../session/confirmedAddress.sql.ts";
import { invitedHasVoted } from "../voters/votesOfPerson.sql.ts";

/** The most surveys that are returned, newest first: any owner can add an address to a list. */
const INVITED_MAX = 500;

/**
 * Finds the open public surveys for invited people whose list has a user's confirmed address and on which that
 * invitation has not voted. Drafts are left out, because an owner with many of them could displace other owners'
 * surveys. Accounts and lists are read by separate statements, because a distributed database has them on different
 * servers.
 */
export async function findOpenInvitations(database: Database, userId: string): Promise<string[]> {
  const email = await findConfirmedAddress(database, userId);
  if (email === null) return [];
  const rows = await database.db
    .selectFrom("invitations")
    .innerJoin("ballot_boxes", "ballot_boxes.survey_id", "invitations.survey_id")
    .select("invitations.survey_id")
    .where("invitations.email", "=", email)
    .where("invitations.state", "<>", "struck")
    .where("ballot_boxes.electorate", "=", "invited")
    .where(publicOnly(Date.now(), "ballot_boxes"))
    .where("ballot_boxes.closed_at", "is", null)
    .where(({ not }) => not(invitedHasVoted))
    .orderBy("invitations.survey_id", "desc")
    .limit(INVITED_MAX)
    .execute();
  return rows.map(({ survey_id }) => survey_id);
}
