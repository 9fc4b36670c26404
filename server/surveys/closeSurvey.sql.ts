import type { Closing } from "@survey-app/contract/ballots/ledger.ts";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import { sql } from "kysely";
import { type BallotBox, clockOf, isPassRuleFixed, lockBallotBox, lockSurvey } from "../ballots/ballotBox.sql.ts";
import { findMeetingOf } from "../ballots/meetingOf.sql.ts";
import { publicationOf, whyNotOpen } from "../ballots/publication.sql.ts";
import { type Action, isOwnerAction, loggedFor, may } from "../ballots/rights.ts";
import { hasTooFewVotes } from "../ballots/visible.sql.ts";
import { isClockHeld } from "../clock/heartbeat.sql.ts";
import type { Database } from "../database/database.ts";
import { type Change, changeOf, type RecordSurveyEvent } from "../events/surveyEvents.ts";
import type { JobRun } from "../http/jobs.ts";
import { countAtClose } from "../invitations/objections.sql.ts";
import { forgetWaiting } from "../invitations/waitingPeople.sql.ts";
import { eachRow, isTriable } from "../queues/steps.sql.ts";
import { removeCountedAddresses } from "../voters/countedAddresses.sql.ts";
import { fixEnd } from "./ledgerEnd.sql.ts";
import { moveTallyToBox } from "./secretClose.sql.ts";

/** Surveys closed in one run, each in its own transaction. */
const CLOSED_MAX = 500;

/**
 * Closes the surveys whose deadlines have passed. Surveys that were never published stay open for a later deadline.
 * While the clock is held, none is closed: their pages say that the votes are being counted.
 */
export async function closeEnded(database: Database, record: RecordSurveyEvent, run?: JobRun): Promise<void> {
  const due = [...(await findEnded(database)), ...(await findComplete(database))];
  if (due.length === 0 || (await isClockHeld(database))) return;
  const close = (id: string) => database.transaction((tx) => closeDue(changeOf(tx, null, record), id));
  await eachRow(database, "closing", { keys: new Set(due), step: close, run });
}

/** The surveys whose deadlines have passed, those first that ended first. */
async function findEnded(database: Database): Promise<string[]> {
  const ended = await database.db
    .selectFrom("surveys")
    .select("id")
    .where("closed_at", "is", null)
    .where("first_published_at", "is not", null)
    // A subquery, because PostgreSQL can't use an index range for a function that it must call for each row.
    .where("ends_at", "<=", sql<number>`(select ${database.dialect.now})`)
    .where(isTriable("closing", "surveys.id"))
    .orderBy("ends_at")
    .limit(CLOSED_MAX)
    .execute();
  return ended.map(({ id }) => id);
}

/**
 * The open questions of meetings on which all have voted. Few meetings are under way, and each has one open question at
 * most.
 */
async function findComplete({ db, dialect }: Database): Promise<string[]> {
  const asked = await db
    .selectFrom("meetings")
    .innerJoin("meeting_questions", "survey_id", "current_survey_id")
    .innerJoin("surveys", "surveys.id", "survey_id")
    .select(["survey_id as id", "people"])
    .$narrowType<{ id: string; people: number }>()
    .where("ended_at", "is", null)
    .where("last_opened_at", ">", sql<number>`(select ${dialect.now} - ${sql.lit(HOUR_MS * 2)})`)
    .where("surveys.closed_at", "is", null)
    .where(isTriable("closing", "surveys.id"))
    .execute();
  if (asked.length === 0) return [];
  const ids = asked.map(({ id }) => id);
  const boxes = await db
    .selectFrom("ballot_boxes")
    .select(["survey_id", "participants"])
    .where(({ ref }) => dialect.isOneOf(ref("survey_id"), ids))
    .execute();
  const votes = new Map(boxes.map(({ survey_id, participants }) => [survey_id, participants]));
  return asked.filter(({ id, people }) => (votes.get(id) ?? 0) >= people).map(({ id }) => id);
}

/**
 * Closes a survey whose deadline has passed, or a question of a meeting on which all have voted. Does nothing if
 * another instance was faster, if the deadline was moved meanwhile, or if the clock is held.
 */
export async function closeDue(change: Change, id: string): Promise<void> {
  const { tx, record } = change;
  const box = await lockBallotBox(tx, id);
  const now = await clockOf(tx);
  if (!box || box.closed_at !== null || box.ends_at === null) return;
  const hasEnded = box.ends_at <= now;
  if (!hasEnded && !(await haveAllVoted(tx, id, box))) return;
  if (await isClockHeld(tx)) return;
  // At the deadline, however late this job runs: otherwise a result would say that people voted until the next day.
  const end = hasEnded ? ({ at: box.ends_at, by: "deadline" } as const) : ({ at: now, by: "everyone" } as const);
  const { status } = await close(change, id, box, end);
  await record({ kind: "closed", surveyId: id, by: null, logged: null, isPublic: status === PUBLISHED });
}

/**
 * Whether all on the list of a meeting's question have voted, removed people included: removing people who haven't
 * voted doesn't end the question.
 */
async function haveAllVoted({ db }: Database, id: string, { participants }: BallotBox): Promise<boolean> {
  const question = await db
    .selectFrom("meeting_questions")
    .select("people")
    .where("survey_id", "=", id)
    .executeTakeFirst();
  return question?.people != null && participants >= question.people;
}

/**
 * Closes a published survey of `currentUser` (admins: any survey) before its deadline. It can't be reopened.
 * @returns the reason why it can't be closed; null if it was
 */
export async function closeEarly(
  change: Change<Action>,
  id: string,
): Promise<"notFound" | "hasEnded" | "notPublished" | "tooFewVotes" | "passRuleFixed" | "questionOfMeeting" | null> {
  const { tx, by, record } = change;
  const { currentUser } = by;
  const locked = await lockSurvey(tx, id);
  if (!locked || !may("close", currentUser, locked.survey)) return "notFound";
  const { box, survey, now } = locked;
  const obstacle = whyNotOpen(publicationOf({ ...survey, ...box }, now));
  if (obstacle) return obstacle;
  if (isPassRuleFixed(box, survey)) return "passRuleFixed";
  const isOwner = isOwnerAction(currentUser, survey);
  // Its owner would choose the moment: a meeting shortens the time, or takes a question back.
  if (isOwner && (await findMeetingOf(tx, id)) !== null) return "questionOfMeeting";
  // An admin may have to end a survey that breaks the rules. Its result stays hidden if too few people voted.
  if (isOwner && hasTooFewVotes(box)) return "tooFewVotes";
  await close(change, id, box, { at: now, by: isOwner ? "owner" : "admin" });
  // Without totals: the audit log must not reveal results.
  await record({ kind: "closed", surveyId: id, ...loggedFor(by, survey, {}), isPublic: true });
  return null;
}

/** Closes a survey whose box is locked; a trigger closes the box. */
export async function close(
  change: Change,
  id: string,
  box: BallotBox,
  { at, by }: { at: number; by: Closing["by"] },
): Promise<{ status: number }> {
  const { tx } = change;
  const totals = box.privacy === "secret" ? await moveTallyToBox(tx, id, box) : {};
  const closedAt = Math.max(at, box.voted_at);
  if (box.electorate === "invited") await countAtClose(change, id, closedAt);
  await fixEnd(tx, id, { by, at: closedAt });
  const closed = await tx.db
    .updateTable("surveys")
    .set({ closed_at: closedAt, closed_by: by, ...totals })
    .where("id", "=", id)
    .returning("status")
    .executeTakeFirstOrThrow();
  await removeCountedAddresses(tx, id);
  // Also if the owner has changed the electorate since these people were entered.
  await forgetWaiting(tx, id);
  return closed;
}
