import type { UnpublishReason } from "@survey-app/contract/surveys/moderation.ts";
import { WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { sql } from "kysely";
import { logAction } from "../audit/audit.sql.ts";
import { clockOf, lockSurvey } from "../ballots/ballotBox.sql.ts";
import { lockMeeting } from "../ballots/meetingOf.sql.ts";
import type { Database } from "../database/database.ts";
import type { StoredMeeting } from "../database/meetingTables.ts";
import type { Change } from "../events/surveyEvents.ts";
import { apiError } from "../http/apiError.ts";
import type { AdminActor } from "../http/currentUser.ts";
import { endListOfMeeting, findQuestionSurveys } from "../invitations/meetingLists.sql.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { isReachable } from "../mail/wantedEmails.sql.ts";
import { storeMeeting } from "../meetings/meetings.sql.ts";
import { noWallCode } from "../meetings/wallCode.sql.ts";
import { close } from "../surveys/closeSurvey.sql.ts";
import { setSurveyStatus } from "./moderation.sql.ts";

interface Decision {
  reason: UnpublishReason;
  /** The admin's note to its owner. */
  note: string;
}

/**
 * Takes a meeting down: ends it, closes its open question as an admin does, and unpublishes all its questions. The
 * questions stay in the database, so that the chain of the record can be checked; `publicNames` hides the meeting's
 * name. No further emails about it are sent, not even those about its end.
 * @returns false if it was taken down before
 */
export async function takeDownMeeting(
  change: Change<AdminActor>,
  meetingId: string,
  { reason, note }: Decision,
): Promise<boolean> {
  const { tx, by } = change;
  const meeting = await lockMeeting(tx, meetingId);
  if (!meeting) throw apiError("notFound");
  if (meeting.taken_down_for !== null) return false;
  const ended_at = meeting.ended_at ?? (await clockOf(tx));
  await storeMeeting(tx, meetingId, { ...noWallCode, taken_down_for: reason, correction_due: 0, ended_at });
  await endListOfMeeting(tx, meetingId);
  await tx.db.updateTable("mailings").set({ stage: "done" }).where("survey_id", "=", meetingId).execute();
  const questions = await findQuestionSurveys(tx, meetingId);
  // In the order in which boxes are locked.
  for (const surveyId of questions.toSorted()) {
    await closeOpen(change, surveyId);
    // The email about the meeting has the only note.
    await setSurveyStatus(change, surveyId, { status: WAITING, reason, note: "" });
  }
  await renewVersions(tx, questions);
  const about = { kind: "user", id: meeting.owner_id, title: "" } as const;
  const after = { meeting: meeting.name, questions: questions.length, reason, note };
  await logAction(tx, by, { action: "meetingTakenDown", about, before: {}, after });
  await tellOwner(tx, meeting, { reason, note, by });
  return true;
}

/**
 * Gives another version to questions that were unpublished before their meeting was taken down, too: only an admin who
 * has read them since then can publish one again.
 */
async function renewVersions({ db, dialect }: Database, surveyIds: readonly string[]): Promise<void> {
  await db
    .updateTable("surveys")
    .set({ version: sql`version + 1` })
    .where(({ ref }) => dialect.isOneOf(ref("id"), surveyIds))
    .execute();
}

/** Closes a question that is open, also under a pass rule: its result is hidden with it. */
async function closeOpen(change: Change<AdminActor>, surveyId: string): Promise<void> {
  const { tx, by, record } = change;
  const locked = await lockSurvey(tx, surveyId);
  if (!locked || locked.box.closed_at !== null) return;
  const { box, survey, now } = locked;
  const hasEnded = box.ends_at !== null && box.ends_at <= now;
  await close(change, surveyId, box, hasEnded ? { at: box.ends_at ?? now, by: "deadline" } : { at: now, by: "admin" });
  const logged = { title: survey.title, before: {}, after: {} };
  await record({ kind: "closed", surveyId, by, logged: hasEnded ? null : logged, isPublic: true });
}

/** Enqueues the email to the owner, unless the owner did it. */
async function tellOwner(
  tx: Database,
  { id, owner_id }: StoredMeeting,
  { by, ...decision }: Decision & { by: AdminActor },
): Promise<void> {
  if (by.adminId === owner_id) return;
  const owner = tx.db.selectFrom("users").select("email").where("id", "=", owner_id).where(isReachable);
  const { email = null } = (await owner.executeTakeFirst()) ?? {};
  await enqueueEmail(tx, email, { kind: "meetingTakenDown", surveyId: id, ...decision });
}
