import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { sql } from "kysely";
import { type BallotBox, clockOf, isPassRuleFixed, lockBallotBox, lockSurvey } from "../ballots/ballotBox.sql.ts";
import { publicationOf, whyNotOpen } from "../ballots/publication.sql.ts";
import { type Action, isOwnerAction, loggedFor, may } from "../ballots/rights.ts";
import { hasTooFewVotes } from "../ballots/visible.sql.ts";
import { isClockHeld } from "../clock/heartbeat.sql.ts";
import type { Database } from "../database/database.ts";
import { type Change, changeOf, type RecordSurveyEvent } from "../events/surveyEvents.ts";
import type { JobRun } from "../http/jobs.ts";
import { countAtClose } from "../invitations/objections.sql.ts";
import { eachRow, isTriable } from "../queues/steps.sql.ts";
import { removeCountedAddresses } from "../voters/countedAddresses.sql.ts";
import { fixEnd } from "./ledgerEnd.sql.ts";
import { moveTallyToBox } from "./secretClose.sql.ts";

/** Surveys closed in one run, each in its own transaction. */
const CLOSED_MAX = 500;

/**
 * Closes the surveys whose deadlines have passed. Surveys that were never published stay open for a later deadline. While the clock is
 * held, none is closed: their pages say that the votes are being counted.
 */
export async function closeEnded(database: Database, record: RecordSurveyEvent, run?: JobRun): Promise<void> {
  const due = await database.db
    .selectFrom("surveys")
    .select("id")
    .where("closed_at", "is", null)
    .where("first_published_at", "is not", null)
    // A subquery, because PostgreSQL finds no index range for a function that it must call for each row.
    .where("ends_at", "<=", sql<number>`(select ${database.dialect.now})`)
    .where(isTriable("closing", "surveys.id"))
    .orderBy("ends_at")
    .limit(CLOSED_MAX)
    .execute();
  if (due.length === 0 || (await isClockHeld(database))) return;
  const close = (id: string) => database.transaction((tx) => closeAtDeadline(changeOf(tx, null, record), id));
  await eachRow(database, "closing", { keys: due.map(({ id }) => id), step: close, run });
}

/** Does nothing if another instance was faster, if the deadline was moved meanwhile, or if the clock is held. */
async function closeAtDeadline(change: Change, id: string): Promise<void> {
  const { tx, record } = change;
  const box = await lockBallotBox(tx, id);
  const now = await clockOf(tx);
  if (!box || box.closed_at !== null || box.ends_at === null || box.ends_at > now) return;
  if (await isClockHeld(tx)) return;
  // At the deadline, however late this job runs: otherwise a result would say that people voted until the next day.
  const { status } = await close(change, id, box, { at: box.ends_at, by: "deadline" });
  await record({ kind: "closed", surveyId: id, by: null, logged: null, isPublic: status === PUBLISHED });
}

/**
 * Closes a published survey of `currentUser` (admins: any survey) before its deadline. There is no reopening.
 * @returns why it can't be closed; null if it was
 */
export async function closeEarly(
  change: Change<Action>,
  id: string,
): Promise<"notFound" | "hasEnded" | "notPublished" | "tooFewVotes" | "passRuleFixed" | null> {
  const { tx, by, record } = change;
  const { currentUser } = by;
  const locked = await lockSurvey(tx, id);
  if (!locked || !may("close", currentUser, locked.survey)) return "notFound";
  const { box, survey, now } = locked;
  const obstacle = whyNotOpen(publicationOf({ ...survey, ...box }, now));
  if (obstacle) return obstacle;
  if (isPassRuleFixed(box, survey)) return "passRuleFixed";
  const isOwner = isOwnerAction(currentUser, survey);
  // An admin may have to end a survey that breaks the rules. Its result stays hidden if too few people voted.
  if (isOwner && hasTooFewVotes(box)) return "tooFewVotes";
  await close(change, id, box, { at: now, by: isOwner ? "owner" : "admin" });
  // Without totals: the audit log must not reveal results.
  await record({ kind: "closed", surveyId: id, ...loggedFor(by, survey, {}), isPublic: true });
  return null;
}

/** Closes a survey whose box is locked; a trigger closes the box. */
async function close(
  change: Change,
  id: string,
  box: BallotBox,
  { at, by }: { at: number; by: "deadline" | "owner" | "admin" },
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
  return closed;
}
