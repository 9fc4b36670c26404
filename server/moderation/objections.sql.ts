import type { Database } from "../database/database.ts";
import { newId } from "../database/newId.ts";
import type { RecordSurveyEvent } from "../events/surveyEvents.ts";
import { addObjection } from "../invitations/invitations.sql.ts";
import { insertReports } from "../reports/reports.sql.ts";
import type { ListedPerson } from "../voters/whoVotes.sql.ts";

const OBJECTION = "A person on this survey's list says that someone else used their invitation.";

/**
 * Stores that a person says that someone else used their invitation, and tells the admins by a report. The report has no author:
 * neither the owner nor the admins learn who objected.
 * @param voterId the `user_id` of the person's own votes; null without any
 * @returns false if the invitation's objection was stored before
 */
export async function reportObjection(
  tx: Database,
  listed: ListedPerson,
  { voterId, record }: { voterId: string | null; record: RecordSurveyEvent },
): Promise<boolean | "notFound" | "invitationUnused"> {
  const isAdded = await addObjection(tx, listed, voterId);
  if (isAdded !== true) return isAdded;
  const { surveyId } = listed;
  await insertReports(tx, [{ id: newId(), surveyId, userId: null, text: OBJECTION }]);
  await record(tx, { kind: "objected", surveyId, by: null, logged: null, isPublic: true });
  return true;
}
