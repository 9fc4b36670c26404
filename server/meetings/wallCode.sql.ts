import { MEETING_HOURS, WALL_CODE_LENGTH } from "@survey-app/contract/meetings/meetings.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { clockOf } from "../ballots/ballotBox.sql.ts";
import type { Database } from "../database/database.ts";
import { randomCode } from "../database/randomCode.ts";
import { endOfMeeting, isMeetingOver, type OwnMeeting } from "./ownMeeting.sql.ts";

/** The columns of a meeting without a code, such as one that has ended, or whose owner's account was deleted. */
export const noWallCode = { wall_code: null, wall_until: null } as const;

/**
 * Makes the code of a locked meeting's wall, or extends its existing one. The meeting's version doesn't count this as a
 * change, because the owner's page requests it again and again.
 */
export async function renewWallCode({ db }: Database, { meeting, now }: OwnMeeting) {
  const beginsBy = Math.max(meeting.starts_at ?? now, now);
  const wall_until = endOfMeeting(meeting) ?? beginsBy + MEETING_HOURS * HOUR_MS;
  // The index refuses a code that is taken, which happens once in 10¹² times.
  const wall_code = meeting.wall_code ?? randomCode(WALL_CODE_LENGTH);
  await db.updateTable("meetings").set({ wall_code, wall_until }).where("id", "=", meeting.id).execute();
  return { code: wall_code, expiresAt: new Date(wall_until).toISOString() };
}

/**
 * Finds the meeting to whose wall a code leads. After the first opening it works until the meeting ends, which each
 * opening postpones.
 * @returns null if the code is unknown or expired
 */
export async function findMeetingOfWall(database: Database, code: string): Promise<string | null> {
  const meeting = await database.db
    .selectFrom("meetings")
    .select(["id", "wall_until", "last_opened_at", "ended_at"])
    .where("wall_code", "=", code)
    .executeTakeFirst();
  if (!meeting) return null;
  const now = await clockOf(database);
  const until = endOfMeeting(meeting) ?? Number(meeting.wall_until);
  return isMeetingOver(meeting, now) || until <= now ? null : meeting.id;
}
