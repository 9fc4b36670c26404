import type { Database } from "../database/database.ts";
import { findConfirmedAddress } from "../users/users.sql.ts";
import { invitedHasVoted } from "./invitedPeople.sql.ts";

/** The invitations of one person that are looked at, the newest first: anyone's lists can name an address. */
const INVITED_MAX = 500;

/**
 * The surveys on whose lists a user's confirmed address stands and that are not closed, without those on which that invitation
 * has voted. Statements of their own, because a distributed database has accounts and lists on different servers.
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
    .where("ballot_boxes.closed_at", "is", null)
    .where(({ not }) => not(invitedHasVoted))
    .orderBy("invitations.survey_id", "desc")
    .limit(INVITED_MAX)
    .execute();
  return rows.map(({ survey_id }) => survey_id);
}
