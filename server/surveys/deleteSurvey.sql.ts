import { PUBLISHED, type SurveyStatus } from "@survey-app/contract/surveys/surveys.ts";
import { lockBallotBox, lockSurvey } from "../ballots/ballotBox.sql.ts";
import { findMeetingOf } from "../ballots/meetingOf.sql.ts";
import { type Action, loggedFor, may } from "../ballots/rights.ts";
import type { Database } from "../database/database.ts";
import type { Change } from "../events/surveyEvents.ts";
import { lockRequesterOf } from "./surveyorRequests.sql.ts";

/** The tables with a survey's rows, besides votes and what triggers delete. */
const TABLES = [
  "surveyor_requests",
  "survey_notes",
  "deadline_moves",
  "survey_days",
  "survey_compositions",
  "outcomes",
  "mailings",
  "email_trail",
  "email_numbers",
  "invitations",
  "invitation_days",
  "former_codes",
  "waiting_people",
  "counted_addresses",
  "follows",
  "reports",
  "feedback",
] as const;

/** Deletes a survey whose box is locked, but not its votes. Triggers delete its list entries and its ballot box. */
export async function deleteSurveyRows({ db, dialect }: Database, id: string): Promise<void> {
  // Otherwise others could insert rows between the deletions of the tables.
  await db.selectFrom("surveys").select("id").where("id", "=", id).$call(dialect.lockToDelete).execute();
  for (const table of TABLES) await db.deleteFrom(table).where("survey_id", "=", id).execute();
  await db.deleteFrom("surveys").where("id", "=", id).execute();
}

/**
 * Deletes a survey with its votes, permanently. Only guests' surveys, which are deleted with the guest: any other
 * survey with votes stays, or its ledger would not prove anything.
 */
export async function eraseSurvey(
  { tx, record }: Change,
  { id, status }: { id: string; status: SurveyStatus },
): Promise<void> {
  const { db } = tx;
  await lockBallotBox(tx, id);
  await record({ kind: "deleted", surveyId: id, by: null, logged: null, isPublic: status === PUBLISHED });
  await tx.dialect.allowErasure(db, id);
  await db
    .updateTable("short_addresses")
    .set({ expires_at: Date.now() })
    .where("survey_id", "=", id)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", Date.now())]))
    .execute();
  await db.deleteFrom("room_questions").where("survey_id", "=", id).execute();
  await deleteSurveyRows(tx, id);
  await db.deleteFrom("votes").where("survey_id", "=", id).execute();
}

/**
 * Deletes a survey of `currentUser` (admins: any survey) that doesn't have votes; the lock on the ballot box prevents a
 * first vote meanwhile. The hourly job deletes its image, unless something else shows it.
 * @returns the reason why it can't be deleted; null if it was
 */
export async function deleteSurvey(
  { tx, by, record }: Change<Action>,
  id: string,
): Promise<"notFound" | "hasVotes" | "questionOfMeeting" | null> {
  await lockRequesterOf(tx, id);
  const locked = await lockSurvey(tx, id);
  if (!locked || !may("remove", by.currentUser, locked.survey)) return "notFound";
  const { box, survey } = locked;
  // The record of a meeting has every question that was opened.
  if ((await findMeetingOf(tx, id)) !== null) return "questionOfMeeting";
  if (box.participants > 0) return "hasVotes";
  const logged = loggedFor(by, survey, {}, { status: survey.status });
  // Before the rows are deleted, because they tell where else the survey is shown.
  await record({ kind: "deleted", surveyId: id, ...logged, isPublic: survey.status === PUBLISHED });
  await deleteSurveyRows(tx, id);
  return null;
}
