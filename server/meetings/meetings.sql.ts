import { type AskingPolicies, meetingsNeedReview } from "@survey-app/contract/ballots/askingPolicies.ts";
import type { listMeetings, listWaitingMeetings, MeetingEntry } from "@survey-app/contract/meetings/meetings.ts";
import { MEETINGS_MAX } from "@survey-app/contract/text/limits.ts";
import { shownName } from "@survey-app/contract/users/users.ts";
import { sql } from "kysely";
import type * as z from "zod/mini";
import { logAction } from "../audit/audit.sql.ts";
import { clockOf } from "../ballots/ballotBox.sql.ts";
import { lockMeeting } from "../ballots/meetingOf.sql.ts";
import { countMatching, countUpTo } from "../database/countMatching.ts";
import { decodeCursor } from "../database/cursor.ts";
import type { Database } from "../database/database.ts";
import type { StoredMeeting } from "../database/meetingTables.ts";
import { newId } from "../database/newId.ts";
import { type PagedRows, toPage } from "../database/pagination.ts";
import { toIso } from "../database/toIso.ts";
import { apiError } from "../http/apiError.ts";
import type { AdminActor, CurrentUser } from "../http/currentUser.ts";
import type { InvitationTokens } from "../invitations/invitationTokens.ts";
import { countInvitationMailings } from "../invitations/listNumbers.sql.ts";
import { copyListToMeeting, countList, countPeople } from "./copyList.sql.ts";
import { initialDefaults, type MeetingForm, toMeetingColumns } from "./meetingRows.ts";
import { isMeetingOver, type OwnMeeting } from "./ownMeeting.sql.ts";

/** Stores a meeting of a locked user. @param copyOf another meeting of the user, whose list and drafts are copied */
export async function insertMeeting(
  tx: Database,
  form: MeetingForm,
  { owner, copyOf, tokens }: { owner: CurrentUser; copyOf: string | null; tokens: InvitationTokens },
): Promise<string> {
  const { db } = tx;
  const own = db.selectFrom("meetings").where("owner_id", "=", owner.userId);
  if ((await countMatching(own.where("ended_at", "is", null))) >= MEETINGS_MAX) throw apiError("tooManyMeetings");
  const source = copyOf === null ? null : await lockMeeting(tx, copyOf);
  if (copyOf !== null && source?.owner_id !== owner.userId) throw apiError("notFound");
  const id = newId();
  const now = await clockOf(tx);
  const defaults = source?.defaults ?? initialDefaults;
  await db
    .insertInto("meetings")
    .values({ id, owner_id: owner.userId, created_at: now, defaults, ...toMeetingColumns(form) })
    .execute();
  if (source) {
    await copyListToMeeting(tx, { from: source.id, to: id }, { tokens, now });
    await copyDrafts(tx, { from: source.id, to: id });
  }
  return id;
}

async function copyDrafts({ db }: Database, { from, to }: { from: string; to: string }): Promise<void> {
  const drafts = await db
    .selectFrom("meeting_questions")
    .select(["position", "form"])
    .where("meeting_id", "=", from)
    .where("survey_id", "is", null)
    .orderBy("position")
    .execute();
  if (drafts.length === 0) return;
  await db
    .insertInto("meeting_questions")
    .values(drafts.map((draft) => ({ ...draft, meeting_id: to, id: newId() })))
    .execute();
}

/** Stores changes of a locked meeting's row under its next version. */
export async function storeMeeting(
  { db }: Database,
  meetingId: string,
  changes: Partial<Omit<StoredMeeting, "id" | "version">>,
): Promise<void> {
  await db
    .updateTable("meetings")
    .set({ ...changes, version: sql`version + 1` })
    .where("id", "=", meetingId)
    .execute();
}

/**
 * Changes a locked meeting, unless it already equals the form. An accepted meeting must be accepted again if its name
 * or the text about it changes, because the emails with its links quote them. The name can't change once a question was
 * opened: people have voted under it, and the email at the end contains it.
 * @returns whether it was changed
 * @throws {ApiError} `meetingNamed`
 */
export async function changeMeeting(tx: Database, { meeting }: OwnMeeting, form: MeetingForm): Promise<boolean> {
  const wanted = toMeetingColumns(form);
  const changed = Object.entries(wanted).some(([name, value]) => meeting[name as keyof typeof wanted] !== value);
  if (!changed) return false;
  if (meeting.began_at !== null && wanted.name !== meeting.name) throw apiError("meetingNamed");
  const isReadAgain = wanted.name !== meeting.name || wanted.about !== meeting.about;
  const isOtherwiseSent = wanted.name !== meeting.name || wanted.starts_at !== meeting.starts_at;
  await storeMeeting(tx, meeting.id, {
    ...wanted,
    ...(isReadAgain && { accepted: 0 }),
    ...(isOtherwiseSent && (await wereLinksSent(tx, meeting)) && { correction_due: 1 }),
  });
  return true;
}

/**
 * Whether people may have read an email with the name and the start of a locked meeting, but aren't in the hall yet.
 */
const wereLinksSent = async (tx: Database, { id, began_at }: Pick<StoredMeeting, "id" | "began_at">) =>
  began_at === null && (await countInvitationMailings(tx, id)) > 0;

/** Deletes a locked meeting without opened questions, with its list; a foreign key deletes its drafts. */
export async function deleteMeetingRows({ db }: Database, meetingId: string): Promise<void> {
  const tables = [
    "invitations",
    "invitation_days",
    "former_codes",
    "waiting_people",
    "counted_addresses",
    "mailings",
    "email_trail",
  ] as const;
  for (const table of tables) await db.deleteFrom(table).where("survey_id", "=", meetingId).execute();
  await db.deleteFrom("meetings").where("id", "=", meetingId).execute();
}

/** The meetings of a user, newest first. */
export async function listOwnMeetings(
  database: Database,
  { limit, cursor }: z.output<typeof listMeetings.query>,
  owner: CurrentUser,
): Promise<PagedRows<MeetingEntry>> {
  const own = database.db.selectFrom("meetings").where("owner_id", "=", owner.userId);
  const after = decodeCursor(cursor, 0);
  const found = await (after ? own.where("id", "<", after[1]) : own)
    .selectAll()
    .select(({ selectFrom }) => {
      const questions = selectFrom("meeting_questions").whereRef("meeting_id", "=", "meetings.id");
      const count = sql<number>`count(*)`.as("count");
      return [
        questions.where("survey_id", "is not", null).select(count).$asScalar().as("opened"),
        questions.where("survey_id", "is", null).select(count).$asScalar().as("drafts"),
      ];
    })
    .orderBy("id", "desc")
    .limit(limit + 1)
    .execute();
  const now = await clockOf(database);
  const people = await countPeople(
    database,
    found.map(({ id }) => id),
  );
  return toPage(found, limit, {
    ...(await countUpTo(database, own)),
    cursorOf: ({ id }) => [0, id],
    show: ({ id, name, starts_at, opened, drafts, ...meeting }) => ({
      _id: id,
      name,
      startsAt: toIso(starts_at),
      people: people.get(id) ?? 0,
      opened: Number(opened),
      drafts: Number(drafts),
      state: isMeetingOver(meeting, now) ? "ended" : meeting.began_at === null ? "prepared" : "begun",
    }),
  });
}

/** The meetings that wait for an admin, oldest first; without review, only those of users who aren't surveyors. */
export async function listWaiting(
  database: Database,
  { limit, cursor }: z.output<typeof listWaitingMeetings.query>,
  policies: AskingPolicies,
) {
  let waiting = database.db
    .selectFrom("meetings")
    .innerJoin("users", "users.id", "meetings.owner_id")
    .where("accepted", "=", 0)
    .where("ended_at", "is", null);
  // Without review, only the meetings of users who are not surveyors wait: there is no surveyor who is responsible for
  // them.
  if (!meetingsNeedReview(policies)) waiting = waiting.where("users.role", "=", "user");
  const after = decodeCursor(cursor, 0);
  const found = await (after ? waiting.where("meetings.id", ">", after[1]) : waiting)
    .select(["meetings.id", "meetings.name", "about", "owner_id", "starts_at", "version", "users.name as ownerName"])
    .orderBy("meetings.id")
    .limit(limit + 1)
    .execute();
  const people = await countPeople(
    database,
    found.map(({ id }) => id),
  );
  return toPage(found, limit, {
    ...(await countUpTo(database, waiting)),
    cursorOf: ({ id }) => [0, id],
    show: ({ id, name, about, owner_id, starts_at, version, ownerName }) => ({
      _id: id,
      name,
      about,
      ownerName: shownName(ownerName),
      ownerId: owner_id,
      startsAt: toIso(starts_at),
      version,
      people: people.get(id) ?? 0,
    }),
  });
}

/** Accepts a meeting that an admin has read. @returns false if it is accepted already */
export async function acceptMeeting(
  tx: Database,
  meetingId: string,
  { version, by }: { version: number; by: AdminActor },
): Promise<boolean> {
  const meeting = await lockMeeting(tx, meetingId);
  if (!meeting) throw apiError("notFound");
  if (meeting.accepted === 1) return false;
  if (meeting.version !== version) throw apiError("meetingChanged");
  await storeMeeting(tx, meetingId, { accepted: 1 });
  const about = { kind: "user", id: meeting.owner_id, title: "" } as const;
  const { people } = await countList(tx, meetingId);
  await logAction(tx, by, { action: "meetingAccepted", about, before: {}, after: { meeting: meeting.name, people } });
  return true;
}
