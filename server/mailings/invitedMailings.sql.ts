import type { Survey } from "@survey-app/contract/surveys.ts";
import type { Database } from "../database/database.ts";
import type { MailingRow } from "../database/outcomeTables.ts";
import { findInvitedPeople, markQueued } from "../invitations/invitedPeople.sql.ts";
import { enqueueEmail, type SurveyEmail } from "../mail/outbox.sql.ts";

/** People enqueued in one transaction: on SQLite votes wait for it. */
export const CHUNK = 100;

type ResultEmail = Extract<SurveyEmail, { kind: "invitationResult" }>;
type Result = Omit<ResultEmail, "kind" | "invitationId" | "surveyId" | "title">;

/**
 * Enqueues the next chunk of a mailing to the people on a survey's list.
 * @param result what an email with the result says
 * @returns the mailing's stage and cursor after it
 */
export async function enqueueForInvited(
  tx: Database,
  { kind, cursor, sender_id: senderId }: Pick<MailingRow, "kind" | "sender_id"> & { cursor: string },
  { survey, result }: { survey: Survey; result: Result },
): Promise<{ stage: MailingRow["stage"]; cursor: string }> {
  const { _id: surveyId, Title: title } = survey;
  if (survey.electorate === "everyone") return { stage: kind === "reminder" ? "followers" : "voters", cursor: "" };
  const people = await findInvitedPeople(tx, surveyId, { kind, after: cursor, limit: CHUNK });
  const ids = people.map(({ id }) => id);
  const queued = kind === "invitation" ? await markQueued(tx, surveyId, ids) : new Set(ids);
  for (const { id: invitationId, email } of people) {
    if (!queued.has(invitationId)) continue;
    const person = { invitationId, surveyId, title };
    if (kind === "invitation") await enqueueEmail(tx, email, { kind, senderId, ...person });
    else if (kind === "reminder") await enqueueEmail(tx, email, { kind: "invitationReminder", senderId, ...person });
    else if (kind === "outcome") await enqueueEmail(tx, email, { kind: "invitationOutcome", senderId, ...person });
    else await enqueueEmail(tx, email, { kind: "invitationResult", ...person, ...result });
  }
  const last = ids.at(-1);
  if (last !== undefined) return { stage: "invited", cursor: last };
  // Only the people on the list can vote. The result and what was decided also go to people with an account who follow the survey.
  return { stage: kind === "reminder" || kind === "invitation" ? "done" : "voters", cursor: "" };
}
