import type { Database } from "../database/database.ts";
import { publicOnly } from "../surveys/visible.sql.ts";
import { findConfirmedAddress } from "../users/users.sql.ts";
import { invitedHasVoted } from "./invitedPeople.sql.ts";

/** The surveys that are returned, the newest first: any owner's list can name an address. */
const INVITED_MAX = 500;

/**
 * The public surveys on whose lists a user's confirmed address stands and that are not closed, without those on which that
 * invitation has voted. Without drafts: with many of them, any owner could displace the surveys of others. Statements of their own, because a distributed database has accounts and lists on different servers.
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
