import { isUnreviewed } from "@survey-app/contract/ballots/askingPolicies.ts";
import type { Database } from "../database/database.ts";
import type { StoredMeeting } from "../database/meetingTables.ts";

/**
 * The id of the meeting that a survey is a question of; null if it isn't one. A survey belongs to a meeting from its
 * creation, or never.
 */
export async function findMeetingOf({ db }: Database, surveyId: string): Promise<string | null> {
  const question = await db
    .selectFrom("meeting_questions")
    .select("meeting_id")
    .where("survey_id", "=", surveyId)
    .executeTakeFirst();
  return question?.meeting_id ?? null;
}

/** Finds a meeting; null if there is none. */
export async function findMeeting({ db }: Database, meetingId: string) {
  const meeting = await db.selectFrom("meetings").selectAll().where("id", "=", meetingId).executeTakeFirst();
  return meeting ?? null;
}

/**
 * Locks a meeting until the transaction ends. Every transaction that changes its row, its questions or its list locks
 * it first, before any ballot box. A transaction that holds a box must not lock a meeting.
 * @returns null if there is no such meeting
 */
export async function lockMeeting({ db, dialect }: Database, meetingId: string): Promise<StoredMeeting | null> {
  const meeting = await db
    .selectFrom("meetings")
    .selectAll()
    .where("id", "=", meetingId)
    .$call(dialect.lock)
    .executeTakeFirst();
  return meeting ?? null;
}

/** The opened questions of a meeting, the first one first. */
export const findOpenedQuestions = ({ db }: Database, meetingId: string) =>
  db
    .selectFrom("meeting_questions")
    .select(["id", "n", "survey_id", "people", "opened_at", "taken_back", "repeats", "reason"])
    .where("meeting_id", "=", meetingId)
    .where("survey_id", "is not", null)
    .$narrowType<{ n: number; survey_id: string; people: number; opened_at: number }>()
    .orderBy("n")
    .execute();

/**
 * Whether a meeting is unreviewed (`isUnreviewed`). A surveyor who opened all its questions has vouched for them for
 * good: they can't change any more, so later changes of the owner's account don't hide the results from the people who
 * voted.
 */
export const isMeetingUnreviewed = (meeting: {
  accepted: number;
  asked_as_user: number | null;
  ownerRole: string;
}): boolean => meeting.asked_as_user !== 0 && isUnreviewed({ ...meeting, listed: 0 });
