import { type AskingPolicies, meetingsNeedReview } from "@survey-app/contract/ballots/askingPolicies.ts";
import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import { MEETING_HOURS } from "@survey-app/contract/meetings/meetings.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { clockOf } from "../ballots/ballotBox.sql.ts";
import { lockMeeting } from "../ballots/meetingOf.sql.ts";
import type { Database } from "../database/database.ts";
import type { StoredMeeting } from "../database/meetingTables.ts";
import { apiError } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { lockSender } from "../session/sender.sql.ts";

/** A meeting of the sender of a request, locked. `now`: the database's clock after the lock. */
export interface OwnMeeting {
  meeting: StoredMeeting;
  role: CurrentUser["storedRole"];
  now: number;
}

/**
 * Locks a meeting of the sender, who may still ask. Only its owner can change a meeting. Admins can't: they can't read
 * its drafts either.
 * @throws {ApiError} `notFound`, `roleRequired`, `sessionEnded`
 */
export async function lockOwnMeeting(
  tx: Database,
  meetingId: string,
  sender: CurrentUser,
  policies: AskingPolicies,
): Promise<OwnMeeting> {
  const { role } = await lockSender(tx, sender);
  const meeting = await lockMeeting(tx, meetingId);
  if (meeting?.owner_id !== sender.userId) throw apiError("notFound");
  if (!mayAsk("unlisted", role, policies)) throw apiError("roleRequired");
  return { meeting, role, now: await clockOf(tx) };
}

/** The same for a meeting that hasn't ended. @throws {ApiError} also `meetingEnded` */
export async function lockRunningMeeting(...lock: Parameters<typeof lockOwnMeeting>): Promise<OwnMeeting> {
  const own = await lockOwnMeeting(...lock);
  if (isMeetingOver(own.meeting, own.now)) throw apiError("meetingEnded");
  return own;
}

/** When a meeting ends if its owner doesn't end it; null before its first opening. */
export const endOfMeeting = ({ last_opened_at }: Pick<StoredMeeting, "last_opened_at">): number | null =>
  last_opened_at === null ? null : last_opened_at + MEETING_HOURS * HOUR_MS;

/** Whether questions can no longer be opened, even if the job that ends meetings is late. */
export const isMeetingOver = (meeting: Pick<StoredMeeting, "ended_at" | "last_opened_at">, now: number): boolean =>
  meeting.ended_at !== null || (endOfMeeting(meeting) ?? now + 1) <= now;

/** @throws {ApiError} `meetingsOff` where every survey is reviewed before it is public */
export function requireMeetings({ surveyReview }: AskingPolicies): void {
  if (surveyReview === "all") throw apiError("meetingsOff");
}

/** Whether a meeting waits for an admin, so that links aren't sent and questions aren't opened. */
export const awaitsReview = ({ accepted }: Pick<StoredMeeting, "accepted">, policies: AskingPolicies): boolean =>
  accepted === 0 && meetingsNeedReview(policies);
