import type { MeetingRecord } from "@survey-app/contract/meetings/record.ts";
import { isMeetingUnreviewed } from "../ballots/meetingOf.sql.ts";
import type { Database } from "../database/database.ts";
import type { StoredMeeting } from "../database/meetingTables.ts";
import { readLanguage } from "../database/readLanguage.ts";
import { toIso } from "../database/toIso.ts";
import { addMailing } from "../mail/addMailing.sql.ts";
import { publicNames, readOpened } from "./meetingState.sql.ts";

/**
 * Reads the record of a meeting: every question that was opened, as everyone sees it.
 * @returns null if there is no meeting
 */
export async function readRecord(database: Database, meetingId: string): Promise<MeetingRecord | null> {
  const meeting = await database.db
    .selectFrom("meetings")
    .innerJoin("users", "users.id", "meetings.owner_id")
    .select(["meetings.name", "users.name as ownerName", "meetings.language", "began_at", "ended_at"])
    .select(["accepted", "asked_as_user", "taken_down_for", "users.role as ownerRole"])
    .where("meetings.id", "=", meetingId)
    .executeTakeFirst();
  if (!meeting) return null;
  const { language, began_at, ended_at, taken_down_for } = meeting;
  return {
    ...publicNames(meeting),
    language: readLanguage(language),
    begunAt: toIso(began_at),
    endedAt: toIso(ended_at),
    questions: await readOpened(database, meetingId),
    ...(isMeetingUnreviewed(meeting) && { unreviewed: true as const }),
    ...(taken_down_for && { takenDown: taken_down_for }),
  };
}

/**
 * Enqueues the one email at the end of a meeting, with all results and heads, to everyone on its list who wants it.
 * Call it in the transaction that ends the meeting. A meeting without questions, or an unreviewed one, doesn't send an
 * email.
 */
export async function enqueueMeetingEnd(tx: Database, meeting: StoredMeeting): Promise<void> {
  if (meeting.began_at === null) return;
  const owner = await tx.db
    .selectFrom("users")
    .select("role as ownerRole")
    .where("id", "=", meeting.owner_id)
    .executeTakeFirstOrThrow();
  if (isMeetingUnreviewed({ ...meeting, ...owner })) return;
  await addMailing(tx, meeting.id, { kind: "result", number: 0, senderId: null });
}
