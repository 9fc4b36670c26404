import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { clockOf } from "../ballots/ballotBox.sql.ts";
import { lockMeeting } from "../ballots/meetingOf.sql.ts";
import { isClockHeld } from "../clock/heartbeat.sql.ts";
import type { Database } from "../database/database.ts";
import type { JobRun } from "../http/jobs.ts";
import { eachRow, isTriable } from "../queues/steps.sql.ts";
import { deleteMeetingRows, storeMeeting } from "./meetings.sql.ts";

/** The tables with people on the list of a meeting. Its numbers by day stay, as those of surveys do. */
const NAMING = ["invitations", "former_codes", "counted_addresses", "email_trail"] as const;

/** Meetings whose names are removed in one run, each in its own transaction. */
const REMOVED_MAX = 200;

/**
 * Removes the meetings of a user whose account is deleted: those that never began, with their lists, and all drafts. What was asked
 * stays, as surveys do, under the name of a deleted user; an open question ends in time, and its meeting with it.
 */
export async function removeMeetingsOf(tx: Database, userId: string): Promise<void> {
  const own = tx.db.selectFrom("meetings").select(["id", "began_at"]).where("owner_id", "=", userId);
  for (const { id, began_at } of await own.orderBy("id").$call(tx.dialect.lock).execute()) {
    if (began_at === null) await deleteMeetingRows(tx, id);
    else await removeDrafts(tx, id);
  }
}

async function removeDrafts(tx: Database, meetingId: string): Promise<void> {
  await tx.db
    .deleteFrom("meeting_questions")
    .where("meeting_id", "=", meetingId)
    .where("survey_id", "is", null)
    .execute();
  await storeMeeting(tx, meetingId, { about: "" });
}

/**
 * The meetings whose lists are kept no longer: so long after their end, and of those that never began after they were made or
 * planned to begin.
 */
const isDue = ({ db }: Database, before: number) =>
  db
    .selectFrom("meetings")
    .where(({ or, and, eb }) =>
      or([
        eb("ended_at", "<", before),
        and([
          eb("began_at", "is", null),
          eb("created_at", "<", before),
          or([eb("starts_at", "is", null), eb("starts_at", "<", before)]),
        ]),
      ]),
    );

/**
 * Removes the people on the lists of meetings that ended more than `days` days ago, with their drafts, and deletes meetings that never
 * began (RETENTION_DAYS). The names of their questions go with those of all surveys.
 * @returns how many meetings
 */
export async function removeOldMeetings(database: Database, days: number, run?: JobRun): Promise<number> {
  const before = Date.now() - days * DAY_MS;
  const due = await isDue(database, before)
    .select("id")
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb("began_at", "is", null),
        exists(selectFrom("invitations").select("id").whereRef("invitations.survey_id", "=", "meetings.id")),
        exists(
          selectFrom("meeting_questions")
            .select("meeting_questions.id")
            .whereRef("meeting_id", "=", "meetings.id")
            .where("survey_id", "is", null),
        ),
      ]),
    )
    .where(isTriable("names", "meetings.id"))
    .orderBy("id")
    .limit(REMOVED_MAX)
    .execute();
  if (due.length === 0 || (await isClockHeld(database))) return 0;
  const step = (id: string) => database.transaction((tx) => removeOldMeeting(tx, id, before));
  await eachRow(database, "names", { keys: due.map(({ id }) => id), step, run });
  return due.length;
}

async function removeOldMeeting(tx: Database, id: string, before: number): Promise<void> {
  const meeting = await lockMeeting(tx, id);
  if (!meeting || (await clockOf(tx)) < before) return;
  if (meeting.began_at === null) return deleteMeetingRows(tx, id);
  for (const table of NAMING) await tx.db.deleteFrom(table).where("survey_id", "=", id).execute();
  await removeDrafts(tx, id);
}
