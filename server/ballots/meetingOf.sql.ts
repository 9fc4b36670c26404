import { isUnreviewed } from "@survey-app/contract/ballots/askingPolicies.ts";
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

/**
 * Whether nobody vouches for a meeting, as for a survey in no list. A surveyor who opened all its questions has vouched for them for
 * good: nothing of them can change, so what becomes of the owner's account keeps no results from the people who voted.
 */
export const isMeetingUnreviewed = (meeting: {
  accepted: number;
  asked_as_user: number | null;
  ownerRole: string;
}): boolean => meeting.asked_as_user !== 0 && isUnreviewed({ ...meeting, listed: 0 });

export type LockedMeeting = NonNullable<Awaited<ReturnType<typeof lockMeeting>>>;
