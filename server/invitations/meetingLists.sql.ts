import { MEETING_HOURS } from "@survey-app/contract/meetings/meetings.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { sql } from "kysely";
import { type BallotBox, clockOf, lockBallotBox } from "../ballots/ballotBox.sql.ts";
import { findMeeting, findOpenedQuestions } from "../ballots/meetingOf.sql.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import type { StoredMeeting } from "../database/meetingTables.ts";
import { removeCountedAddresses } from "../voters/countedAddresses.sql.ts";
import { addToNumbers } from "./listNumbers.sql.ts";

/** A locked list, and the question on which changes to it take effect immediately. */
export interface ListInUse {
  /** The id of the survey or meeting, under which the people and the numbers of each day are stored. */
  id: string;
  /** The survey of the meeting's last opened question; null before the first opening, and for a survey. */
  currentSurveyId: string | null;
  /** The database's clock. */
  now: number;
}

/**
 * The list of a meeting is stored under the meeting's id. Each question gets a copy of it when it is opened. In the
 * copy a person has the same invitation id and issue, but no token: the meeting's link or code serves all its
 * questions.
 */

/** How long before a meeting's start its people are considered in the hall, in milliseconds; they are until it ends. */
const HALL_BEFORE_MS = 2 * HOUR_MS;

/** The surveys of the opened questions of a meeting, the first one first. */
export const findQuestionSurveys = async (database: Database, meetingId: string): Promise<string[]> =>
  (await findOpenedQuestions(database, meetingId)).map(({ survey_id }) => survey_id);

/**
 * The pattern of stored settings with secret votes, of a meeting or question. In a title, the quotes would be escaped.
 */
const SECRET = '%"privacy":"secret"%';

/**
 * SQL condition on `meetings`: codes need a permission that a meeting doesn't have. It has, or new drafts get, secret
 * votes, and an owner who makes a code could vote with it.
 */
export const codesLack = sql<boolean>`(meetings.codes_allowed = 0 and (meetings.defaults like ${SECRET}
  or exists (select 1 from meeting_questions where meeting_id = meetings.id and form like ${SECRET})))`;

/** Whether codes need a permission that a meeting doesn't have. */
export async function areCodesLacking({ db }: Database, meetingId: string): Promise<boolean> {
  const lacking = db.selectFrom("meetings").select("id").where("id", "=", meetingId).where(codesLack);
  return (await lacking.executeTakeFirst()) !== undefined;
}

/** Whether the people of a meeting are together now: shortly before its start, and while it runs. */
export function isInHall(
  { starts_at, began_at, ended_at }: Pick<StoredMeeting, "starts_at" | "began_at" | "ended_at">,
  now: number,
): boolean {
  if (ended_at !== null) return false;
  if (began_at !== null) return true;
  return starts_at !== null && now >= starts_at - HALL_BEFORE_MS && now < starts_at + MEETING_HOURS * HOUR_MS;
}

/** Whether the people of a meeting are together now; false if there is none. */
export async function isMeetingInHall(database: Database, meetingId: string): Promise<boolean> {
  const meeting = await findMeeting(database, meetingId);
  return meeting !== null && isInHall(meeting, Date.now());
}

/**
 * Locks the ballot box of the open question of a locked meeting, so that no ballot is stored meanwhile.
 * @param surveyId of the question that was opened last; null before the first opening, and for the list of a survey
 * @returns null without an open question
 */
export async function lockOpenQuestion(tx: Database, surveyId: string | null): Promise<BallotBox | null> {
  const box = surveyId === null ? null : await lockBallotBox(tx, surveyId);
  return box?.closed_at === null ? box : null;
}

/**
 * Gives the copies of invitations on the questions of a locked meeting their new issue, so that tokens opened with the
 * former one end there, too, and those opened with the new one can object to an earlier vote.
 */
export async function renewOnQuestions(
  tx: Database,
  { id: meetingId, currentSurveyId }: Omit<ListInUse, "now">,
  renewed: readonly { id: string; issue: number }[],
): Promise<void> {
  if (currentSurveyId === null || renewed.length === 0) return;
  await lockOpenQuestion(tx, currentSurveyId);
  const surveys = await findQuestionSurveys(tx, meetingId);
  // Nearly all have the same issue. Doesn't use `rows`, because a distributed database has questions on several
  // servers.
  for (const [issue, people] of Map.groupBy(renewed, (each) => each.issue)) {
    const ids = people.map(({ id }) => id);
    await tx.db
      .updateTable("invitations")
      .set({ issue })
      .where(({ ref }) => tx.dialect.isOneOf(ref("id"), ids))
      .where(({ ref }) => tx.dialect.isOneOf(ref("survey_id"), surveys))
      .execute();
  }
}

/**
 * Adds the same changes for each of these people to the public numbers of a locked list, and for a meeting also to
 * those of its open question, on which they take effect immediately.
 * @param changes the changes for one person
 */
export async function countForEach(
  tx: Database,
  { id, currentSurveyId, now }: ListInUse,
  people: readonly string[],
  changes: NumberChanges,
): Promise<void> {
  if (people.length === 0) return;
  await addToNumbers(tx, id, now, timesEach(changes, people.length));
  if (currentSurveyId === null || !(await lockOpenQuestion(tx, currentSurveyId))) return;
  // People who were added since its opening are not on its list.
  const listed = tx.db
    .selectFrom("invitations")
    .where("survey_id", "=", currentSurveyId)
    .where(({ ref }) => tx.dialect.isOneOf(ref("id"), people));
  const count = await countMatching(listed);
  if (count > 0) await addToNumbers(tx, currentSurveyId, now, timesEach(changes, count));
}

type NumberChanges = Parameters<typeof addToNumbers>[3];

const timesEach = (changes: NumberChanges, people: number): NumberChanges =>
  Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change * people]));

/**
 * The number of seconds for which a locked meeting's links and codes can't be replaced, because a question with a pass
 * rule is open and has a ballot: otherwise the owner could use silent people's votes when some are missing. 0 if they
 * can be replaced.
 */
export async function secondsFixed(
  tx: Database,
  { currentSurveyId }: Pick<ListInUse, "currentSurveyId">,
): Promise<number> {
  const open = await lockOpenQuestion(tx, currentSurveyId);
  if (!open || open.participants === 0) return 0;
  const survey = await tx.db
    .selectFrom("surveys")
    .select("pass_rule")
    .where("id", "=", currentSurveyId)
    .executeTakeFirst();
  if (!survey?.pass_rule) return 0;
  const left = Number(open.ends_at ?? 0) - (await clockOf(tx));
  // A question that has ended is closed within a second or two.
  return Math.max(1, Math.ceil(left / 1000));
}

/** Deletes the data that only matter while people can vote in a meeting; call it when it ends. */
export async function endListOfMeeting(tx: Database, meetingId: string): Promise<void> {
  await tx.db.deleteFrom("former_codes").where("survey_id", "=", meetingId).execute();
  await removeCountedAddresses(tx, meetingId);
  await tx.db.deleteFrom("waiting_people").where("survey_id", "=", meetingId).execute();
}
