import type { AskingPolicies } from "@survey-app/contract/ballots/askingPolicies.ts";
import { isAskedUnreviewed } from "../ballots/rights.sql.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import type { StoredMeeting } from "../database/meetingTables.ts";
import { apiError } from "../http/apiError.ts";
import { countSent } from "../invitations/listNumbers.sql.ts";
import { addMailing } from "../mail/addMailing.sql.ts";
import { storeMeeting } from "./meetings.sql.ts";
import { awaitsReview, type OwnMeeting } from "./ownMeeting.sql.ts";

/**
 * The correction of a meeting: one email to the people who were sent a link, if its name or start has changed since.
 */

/**
 * The number of people who can get a correction now. Emails with links that are still on their way contain the current
 * name and start.
 */
export const countToCorrect = async (
  database: Database,
  { id, correction_due }: Pick<StoredMeeting, "id" | "correction_due">,
): Promise<number> => (correction_due === 0 ? 0 : countSent(database, id));

/** Sends a correction of a locked meeting, unless there is nothing to correct. @returns the number of recipients */
export async function sendCorrection(
  tx: Database,
  { meeting }: OwnMeeting,
  { senderId, policies }: { senderId: string; policies: AskingPolicies },
): Promise<number> {
  if (awaitsReview(meeting, policies)) throw apiError("meetingNotAccepted");
  const people = await countToCorrect(tx, meeting);
  if (people === 0) return 0;
  if (await isAskedUnreviewed(tx, meeting.id)) throw apiError("sendsNoEmail");
  const sent = tx.db.selectFrom("mailings").where("survey_id", "=", meeting.id).where("kind", "=", "correction");
  await addMailing(tx, meeting.id, { kind: "correction", number: await countMatching(sent), senderId });
  await storeMeeting(tx, meeting.id, { correction_due: 0 });
  return people;
}
