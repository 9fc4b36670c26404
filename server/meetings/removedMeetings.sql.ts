import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { lockMeeting } from "../ballots/meetingOf.sql.ts";
import type { Database } from "../database/database.ts";
import type { JobRun } from "../http/jobs.ts";
import { eachRow, isTriable } from "../queues/steps.sql.ts";
import { deleteMeetingRows, storeMeeting } from "./meetings.sql.ts";
import { noWallCode } from "./wallCode.sql.ts";

/** The tables with people on the list of a meeting. Its numbers by day stay, as surveys' do. */
const NAMING = ["invitations", "waiting_people", "former_codes", "counted_addresses", "email_trail"] as const;

/** The most meetings whose names are removed in one run, each in its own transaction. */
const REMOVED_MAX = 200;

/**
 * Removes the locked meetings of a user whose account is deleted: those that never began, with their lists, all drafts,
 * and the people who wait for codes, which only their owner could make. Opened questions stay, as surveys do, under the
 * name of a deleted user; an open question ends on time, and its meeting with it.
 */
export async function removeMeetingsOf(tx: Database, userId: string): Promise<void> {
  const own = tx.db.selectFrom("meetings").select(["id", "began_at"]).where("owner_id", "=", userId);
  for (const { id, began_at } of await own.orderBy("id").execute()) {
    if (began_at === null) await deleteMeetingRows(tx, id);
    else {
      await removeDrafts(tx, id);
      await tx.db.deleteFrom("waiting_people").where("survey_id", "=", id).execute();
    }
  }
}

async function removeDrafts(tx: Database, meetingId: string): Promise<void> {
  await tx.db
    .deleteFrom("meeting_questions")
    .where("meeting_id", "=", meetingId)
    .where("survey_id", "is", null)
    .execute();
  await storeMeeting(tx, meetingId, { ...noWallCode, about: "" });
}

/**
 * The meetings whose lists are no longer kept: this many days after their end or, if they never began, after they were
 * created or planned to begin.
 */
const dueMeetings = ({ db }: Database, days: number) => {
  const before = Date.now() - days * DAY_MS;
  return db
    .selectFrom("meetings")
    .where("names_removed_at", "is", null)
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
};

/**
 * Removes the people on the lists of meetings that ended more than `days` days ago, with their drafts, and deletes
 * meetings that never began. The names of their questions go with those of all surveys.
 * @returns whether nothing more is due
 */
export async function removeOldMeetings(database: Database, days: number, run?: JobRun): Promise<boolean> {
  const due = await dueMeetings(database, days)
    .select("id")
    .where(isTriable("names", "meetings.id"))
    .orderBy("id")
    .limit(REMOVED_MAX)
    .execute();
  const step = (id: string) => database.transaction((tx) => removeOldMeeting(tx, id, days));
  await eachRow(database, "names", { keys: due.map(({ id }) => id), step, run });
  return due.length < REMOVED_MAX;
}

async function removeOldMeeting(tx: Database, id: string, days: number): Promise<void> {
  const meeting = await lockMeeting(tx, id);
  // Another instance may have been faster, or the owner may have opened a question.
  const isDue = await dueMeetings(tx, days).select("id").where("id", "=", id).executeTakeFirst();
  if (!meeting || !isDue) return;
  if (meeting.began_at === null) return deleteMeetingRows(tx, id);
  for (const table of NAMING) await tx.db.deleteFrom(table).where("survey_id", "=", id).execute();
  await removeDrafts(tx, id);
  await storeMeeting(tx, id, { names_removed_at: Date.now() });
}
