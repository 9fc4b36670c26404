import type { Database } from "../database/database.ts";

/** The id of the meeting whose question a survey is; null if it is none. A survey is that from its first moment on, or never. */
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
 * Locks a meeting until the transaction ends. Whatever changes its row, its questions or its list locks it first, before any
 * ballot box: who holds a box never locks a meeting.
 * @returns null if there is no such meeting
 */
export async function lockMeeting({ db, dialect }: Database, meetingId: string) {
  const meeting = await db
    .selectFrom("meetings")
    .selectAll()
    .where("id", "=", meetingId)
    .$call(dialect.lock)
    .executeTakeFirst();
  return meeting ?? null;
}

export type LockedMeeting = NonNullable<Awaited<ReturnType<typeof lockMeeting>>>;
