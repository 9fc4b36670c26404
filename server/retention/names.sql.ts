import { randomBytes } from "node:crypto";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { sql } from "kysely";
import { clockOf, lockBallotBox } from "../ballots/ballotBox.sql.ts";
import { isClockHeld } from "../clock/heartbeat.sql.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { deleteInChunks } from "../database/deleteInChunks.ts";
import { type Change, changeOf, type RecordSurveyEvent } from "../events/surveyEvents.ts";
import type { JobRun } from "../http/jobs.ts";
import { removeOldMeetings } from "../meetings/removedMeetings.sql.ts";
import { eachRow, isTriable } from "../queues/steps.sql.ts";
import { setDeadline } from "../surveys/updateSurvey.sql.ts";
import { removeCountedAddresses } from "../voters/countedAddresses.sql.ts";
import { removeTrailAbout } from "../voters/emailTrail.sql.ts";
import { isRemovedVoter, REMOVED_PREFIX } from "../voters/names.sql.ts";

/**
 * Removes the names of the people who voted on surveys that ended long ago (RETENTION_DAYS): replaces the voter of each vote and mark,
 * and deletes the survey's list and everything else about it that names people. Totals, outcome, ledger, receipts and label stay.
 */

/** Where names are removed, a survey gets a deadline this many days after its first publication: an endless one would keep its names. */
export const OPEN_DAYS_MAX = 731;
/** That deadline is at least this many days ahead, so that people see it on the survey's pages in time. */
const OPEN_NOTICE_DAYS = 30;

/** The most surveys and voters of one run, beside which people vote; the next run continues. */
const SURVEYS_MAX = 200;
const VOTERS_MAX = 100_000;
/** The most voters of one transaction: on SQLite votes wait for it. */
const CHUNK = 200;

/** What one run removed. `isDone`: nothing more is due, or the clock is held by which it is. */
export interface RemovedNames {
  surveys: number;
  voters: number;
  invitations: number;
  isDone: boolean;
}

/** Surveys whose names are to be removed, by the time at which they ended. */
function dueSurveys({ db }: Database, days: number) {
  return db
    .selectFrom("surveys")
    .where("closed_at", "is not", null)
    .where("names_removed_at", "is", null)
    .where("closed_at", "<", Date.now() - days * DAY_MS);
}

interface RemovalOptions {
  /** Called with the voters of this run so far, after each transaction. */
  onProgress?: (voters: number) => void;
  votersMax?: number;
  /** Reports surveys whose names can't be removed, and can end the run after the current transaction. */
  run?: JobRun;
}

/**
 * Removes the names of surveys that ended more than `days` days ago, as many as one run may.
 * @param onRemoved is called with each survey whose names are gone
 */
export async function removeOldNames(
  database: Database,
  { days, onRemoved, ...options }: RemovalOptions & { days: number; onRemoved: (surveyId: string) => void },
): Promise<RemovedNames> {
  const due = await dueSurveys(database, days)
    .select("id")
    .where(isTriable("names", "surveys.id"))
    .orderBy("closed_at")
    .limit(SURVEYS_MAX)
    .execute();
  const removed: RemovedNames = { surveys: 0, voters: 0, invitations: 0, isDone: due.length < SURVEYS_MAX };
  let isHeld = await isClockHeld(database);
  async function* whileClockIsRight(): AsyncGenerator<string> {
    for (const { id } of due) {
      isHeld = await isClockHeld(database);
      if (isHeld) return;
      yield id;
    }
  }
  await eachRow(database, "names", {
    keys: whileClockIsRight(),
    step: async (id) => {
      if (await removeNamesOf(database, id, removed, options)) onRemoved(id);
      else removed.isDone = false;
    },
    run: options.run,
  });
  if (!isHeld && !(await removeOldMeetings(database, days, options.run))) removed.isDone = false;
  if (options.run?.signal.aborted) removed.isDone = false;
  if (isHeld) removed.isDone = true;
  return removed;
}

/** Adds to what was `removed`. @returns whether the names of the survey are gone, so that the run may go on */
async function removeNamesOf(
  database: Database,
  id: string,
  removed: RemovedNames,
  { onProgress = () => {}, votersMax = VOTERS_MAX, run }: RemovalOptions,
): Promise<boolean> {
  for (const take of [removeVoters, removeMarks])
    for (let after: string | null = ""; after !== null; ) {
      if (run?.signal.aborted || removed.voters >= votersMax) return false;
      const chunk: Chunk = await database.transaction((tx) => take(tx, id, after ?? ""));
      removed.voters += chunk.voters;
      onProgress(removed.voters);
      after = chunk.last;
    }
  const ofSurvey = sql<boolean>`survey_id = ${id}`;
  removed.invitations += await countMatching(database.db.selectFrom("invitations").where(ofSurvey));
  await deleteInChunks(database, "invitations", "id", ofSurvey);
  await database.transaction((tx) => removeRest(tx, id));
  removed.surveys += 1;
  return true;
}

/**
 * Removes all names that are due, however long it takes: at the start and after a restore, before anyone can read them.
 * @param onProgress is called with the voters so far, after each transaction
 * @returns the number of surveys, and how many could not be done, which the hourly job tries again
 */
export async function removeAllOldNames(
  database: Database,
  days: number,
  onProgress: (voters: number) => void = () => {},
): Promise<{ surveys: number; failed: number }> {
  let failed = 0;
  const run: JobRun = {
    signal: new AbortController().signal,
    onStepFailed: () => {
      failed += 1;
    },
    onStepRecovered: () => {},
  };
  for (let surveys = 0, voters = 0; ; ) {
    const removed = await removeOldNames(database, {
      days,
      // A run that stops within a survey would read its voters again from the first one.
      votersMax: Number.POSITIVE_INFINITY,
      onRemoved: () => {},
      onProgress: (ofRun) => onProgress(voters + ofRun),
      run,
    });
    surveys += removed.surveys;
    voters += removed.voters;
    if (removed.isDone) return { surveys, failed };
  }
}

/** What `removeOldNames` would remove. */
export async function countOldNames(database: Database, days: number) {
  const { db } = database;
  const due = () => dueSurveys(database, days).select("id");
  return {
    surveys: await countMatching(due()),
    votes: await countMatching(db.selectFrom("votes").where("survey_id", "in", due())),
    marks: await countMatching(db.selectFrom("secret_voters").where("survey_id", "in", due())),
    invitations: await countMatching(db.selectFrom("invitations").where("survey_id", "in", due())),
    endless: await countMatching(endlessSurveys(database)),
  };
}

interface Chunk {
  voters: number;
  /** Where the next chunk begins; null if there is none. */
  last: string | null;
}

const newVoterId = () => REMOVED_PREFIX + randomBytes(16).toString("hex");

/** A voter of several rows, because of changed votes, gets one new id, so that the rows still belong together. */
async function removeVoters({ db }: Database, surveyId: string, after: string): Promise<Chunk> {
  const rows = await db
    .selectFrom("votes")
    .select(["n", "user_id"])
    .where("survey_id", "=", surveyId)
    .where("n", ">", Number(after))
    .orderBy("n")
    .limit(CHUNK)
    .execute();
  const voters = new Set(rows.map(({ user_id }) => user_id).filter((id) => !isRemovedVoter(id)));
  for (const voter of voters)
    await db
      .updateTable("votes")
      .set({ user_id: newVoterId(), invitation_id: null, ballot_hash: null })
      .where("survey_id", "=", surveyId)
      .where("user_id", "=", voter)
      .execute();
  return { voters: voters.size, last: rows.length < CHUNK ? null : String(rows.at(-1)?.n) };
}

async function removeMarks({ db }: Database, surveyId: string, after: string): Promise<Chunk> {
  const rows = await db
    .selectFrom("secret_voters")
    .select("voter")
    .where("survey_id", "=", surveyId)
    .where("voter", ">", after)
    .orderBy("voter")
    .limit(CHUNK)
    .execute();
  const voters = rows.map(({ voter }) => voter).filter((id) => !isRemovedVoter(id));
  for (const voter of voters)
    await db
      .updateTable("secret_voters")
      .set({ voter: newVoterId(), ticket_hash: "" })
      .where("survey_id", "=", surveyId)
      .where("voter", "=", voter)
      .execute();
  return { voters: voters.length, last: rows.length < CHUNK ? null : (rows.at(-1)?.voter ?? null) };
}

/**
 * Deletes everything else about a survey that names people. The public numbers of its list are stored by day and stay. Owners and
 * co-owners stay too, except for addresses that were invited as co-owners and never accepted.
 */
async function removeRest(tx: Database, surveyId: string): Promise<void> {
  const { db } = tx;
  await lockBallotBox(tx, surveyId);
  await removeCountedAddresses(tx, surveyId);
  // The close has forgotten them, unless an instance of the version before did it.
  await db.deleteFrom("waiting_people").where("survey_id", "=", surveyId).execute();
  await db.deleteFrom("follows").where("survey_id", "=", surveyId).execute();
  await db.deleteFrom("survey_owners").where("survey_id", "=", surveyId).where("user_id", "is", null).execute();
  await db
    .updateTable("reports")
    .set({ user_id: null, answer_due_at: null })
    .where("survey_id", "=", surveyId)
    .execute();
  // A cursor is the id of a person.
  await db.updateTable("mailings").set({ stage: "done", cursor: "" }).where("survey_id", "=", surveyId).execute();
  await db
    .deleteFrom("outbox")
    .where(sql<boolean>`details like ${`%"surveyId":"${surveyId}"%`}`)
    .execute();
  await removeTrailAbout(tx, surveyId);
  await db.updateTable("surveys").set({ names_removed_at: Date.now() }).where("id", "=", surveyId).execute();
}

/** Surveys that were published long ago, and end never, or later than the deadline that they would get. Drafts have no votes. */
function endlessSurveys({ db }: Database) {
  const now = Date.now();
  return db
    .selectFrom("surveys")
    .where("closed_at", "is", null)
    .where("first_published_at", "<", now - (OPEN_DAYS_MAX - OPEN_NOTICE_DAYS) * DAY_MS)
    .where(({ eb, or, and }) =>
      or([
        eb("ends_at", "is", null),
        and([eb("ends_at", ">", now + OPEN_NOTICE_DAYS * DAY_MS), eb("ends_at", ">", eb("starts_at", "+", DAY_MS))]),
      ]),
    );
}

/** Gives endless surveys a deadline (`OPEN_NOTICE_DAYS`). @returns how many */
export async function endEndlessSurveys(database: Database, record: RecordSurveyEvent, run?: JobRun): Promise<number> {
  const endless = await endlessSurveys(database)
    .select("id")
    .where(isTriable("deadlines", "surveys.id"))
    .orderBy("id")
    .limit(SURVEYS_MAX)
    .execute();
  let ended = 0;
  await eachRow(database, "deadlines", {
    keys: endless.map(({ id }) => id),
    step: async (id) => {
      if (await database.transaction((tx) => endEndlessSurvey(changeOf(tx, null, record), id))) ended += 1;
    },
    run,
  });
  return ended;
}

/** @returns whether it got a deadline: not if another instance was faster, the owner changed it, or it isn't known what the time is */
async function endEndlessSurvey(change: Change, surveyId: string): Promise<boolean> {
  const { tx } = change;
  await lockBallotBox(tx, surveyId);
  const found = await endlessSurveys(tx)
    .select(["id", "title", "status", "first_published_at", "starts_at", "ends_at"])
    .where("id", "=", surveyId)
    .executeTakeFirst();
  if (!found || (await isClockHeld(tx))) return false;
  const noticed = (await clockOf(tx)) + OPEN_NOTICE_DAYS * DAY_MS;
  // A survey may start far ahead, and ends after its start.
  await setDeadline(change, found, Math.max(noticed, found.starts_at + DAY_MS));
  return true;
}
