import { END_SOON_SECONDS } from "@survey-app/contract/meetings/meetingQuestions.ts";
import { MEETING_HOURS } from "@survey-app/contract/meetings/meetings.ts";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { sql } from "kysely";
import { clockOf, lockSurvey } from "../ballots/ballotBox.sql.ts";
import { lockMeeting } from "../ballots/meetingOf.sql.ts";
import { type Action, loggedFor } from "../ballots/rights.ts";
import { hasTooFewVotes } from "../ballots/visible.sql.ts";
import { isClockHeld } from "../clock/heartbeat.sql.ts";
import type { Database, MainDatabase } from "../database/database.ts";
import type { EventBus } from "../database/events.ts";
import type { StoredMeeting } from "../database/meetingTables.ts";
import type { Change } from "../events/surveyEvents.ts";
import { apiError } from "../http/apiError.ts";
import type { JobRun } from "../http/jobs.ts";
import { endListOfMeeting } from "../invitations/meetingLists.sql.ts";
import { eachRow, isTriable } from "../queues/steps.sql.ts";
import { close } from "../surveys/closeSurvey.sql.ts";
import { storeChanges } from "../surveys/updateSurvey.sql.ts";
import { storeMeeting } from "./meetings.sql.ts";
import { endOfMeeting, type OwnMeeting } from "./ownMeeting.sql.ts";
import { enqueueMeetingEnd } from "./record.sql.ts";
import { noWallCode } from "./wallCode.sql.ts";

/** The most meetings ended in one run, each in its own transaction. */
const ENDED_MAX = 500;

/**
 * Locks the question `n` of a locked meeting, while people can vote on it.
 * @throws {ApiError} `hasEnded`, `notFound`
 */
async function lockOpen(tx: Database, { meeting }: OwnMeeting, n: number) {
  const question = await tx.db
    .selectFrom("meeting_questions")
    .select("survey_id")
    .where("meeting_id", "=", meeting.id)
    .where("n", "=", n)
    .executeTakeFirst();
  const locked = question?.survey_id ? await lockSurvey(tx, question.survey_id) : null;
  if (!question?.survey_id || !locked) throw apiError("notFound");
  const { box, survey, now } = locked;
  const isOpen = survey.status === PUBLISHED && box.closed_at === null && box.ends_at !== null && box.ends_at > now;
  if (!isOpen) throw apiError("hasEnded");
  return { surveyId: question.survey_id, ...locked };
}

/** Ends a question before the first vote: a close with no votes. @returns its survey */
export async function takeBack(change: Change<Action>, own: OwnMeeting, n: number): Promise<string> {
  const { tx, by, record } = change;
  const { surveyId, box, survey, now } = await lockOpen(tx, own, n);
  if (box.participants > 0) throw apiError("votesStored");
  await close(change, surveyId, box, { at: now, by: "owner" });
  await tx.db.updateTable("meeting_questions").set({ taken_back: 1 }).where("survey_id", "=", surveyId).execute();
  await storeMeeting(tx, own.meeting.id, {});
  await record({ kind: "closed", surveyId, ...loggedFor(by, survey, {}), isPublic: true });
  return surveyId;
}

/**
 * Shortens the time of a question without a pass rule. Everyone sees that, and it can't be undone.
 * @returns its survey
 */
export async function endSoon(change: Change<Action>, own: OwnMeeting, n: number): Promise<string> {
  const { tx, by, record } = change;
  const { surveyId, box, survey, now } = await lockOpen(tx, own, n);
  if (survey.pass_rule !== null) throw apiError("passRuleFixed");
  if (hasTooFewVotes(box)) throw apiError("tooFewVotes");
  const ends_at = now + END_SOON_SECONDS * 1000;
  if (box.ends_at !== null && box.ends_at <= ends_at) return surveyId;
  await storeChanges(tx, { ...survey, id: surveyId, ends_at: box.ends_at }, { ends_at, deadline_is_day: 0 }, now);
  await storeMeeting(tx, own.meeting.id, {});
  const { by: actor, logged } = loggedFor(by, survey, {});
  await record({ kind: "changed", surveyId, by: actor, logged, isPublic: true, returnsToReview: false });
  return surveyId;
}

/** Whether the last opened question of a meeting is not closed. */
async function isQuestionOpen({ db }: Database, { current_survey_id: id }: OwnMeeting["meeting"]): Promise<boolean> {
  if (id === null) return false;
  const survey = await db.selectFrom("surveys").select("closed_at").where("id", "=", id).executeTakeFirst();
  return survey?.closed_at === null;
}

/** Ends a locked meeting for its owner. @returns false if it has ended */
export async function endMeeting(tx: Database, { meeting, now }: OwnMeeting): Promise<boolean> {
  if (meeting.ended_at !== null) return false;
  if (await isQuestionOpen(tx, meeting)) throw apiError("questionOpen");
  await end(tx, meeting, Math.min(now, endOfMeeting(meeting) ?? now));
  return true;
}

async function end(tx: Database, meeting: StoredMeeting, ended_at: number): Promise<void> {
  await storeMeeting(tx, meeting.id, { ...noWallCode, ended_at });
  await endListOfMeeting(tx, meeting.id);
  await enqueueMeetingEnd(tx, meeting);
}

/**
 * Ends the meetings whose last opening is long ago, once even with several instances. Doesn't end any while the clock
 * is held.
 */
export async function endOldMeetings(
  database: MainDatabase,
  events: Pick<EventBus, "emit">,
  run?: JobRun,
): Promise<void> {
  const due = await database.db
    .selectFrom("meetings")
    .select("id")
    .where("ended_at", "is", null)
    .where("last_opened_at", "<=", sql<number>`(select ${database.dialect.now} - ${sql.lit(MEETING_HOURS * HOUR_MS)})`)
    .where(isTriable("meetingEnds", "meetings.id"))
    .orderBy("last_opened_at")
    .limit(ENDED_MAX)
    .execute();
  if (due.length === 0 || (await isClockHeld(database))) return;
  const step = (id: string) => database.transaction((tx) => endOldMeeting(tx, id, events));
  await eachRow(database, "meetingEnds", { keys: due.map(({ id }) => id), step, run });
}

async function endOldMeeting(tx: Database, id: string, events: Pick<EventBus, "emit">): Promise<void> {
  const meeting = await lockMeeting(tx, id);
  const endsAt = meeting && endOfMeeting(meeting);
  if (!meeting || meeting.ended_at !== null || endsAt === null || endsAt > (await clockOf(tx))) return;
  if (await isQuestionOpen(tx, meeting)) return;
  await end(tx, meeting, endsAt);
  tx.afterCommit(() => events.emit(new Set([id]), "content"));
}
