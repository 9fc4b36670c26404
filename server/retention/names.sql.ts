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
import { deleteEmailsAbout } from "../mail/outbox.sql.ts";
import { removeOldMeetings } from "../meetings/removedMeetings.sql.ts";
import { eachRow, isTriable } from "../queues/steps.sql.ts";
import { setDeadline } from "../surveys/updateSurvey.sql.ts";
import { removeCountedAddresses } from "../voters/countedAddresses.sql.ts";
import { removeTrailAbout } from "../voters/emailTrail.sql.ts";
import { isRemovedVoter, REMOVED_PREFIX } from "../voters/names.sql.ts";

/**
 * Removes the names of the people who voted on surveys that ended long ago (RETENTION_DAYS): replaces the voter of each
 * vote and mark, and deletes the survey's list and everything else about it that names people. Totals, outcome, ledger,
 * receipts and label stay.
 */

/**
 * Where names are removed, a survey gets a deadline this many days after its first publication: an endless survey would
 * keep its names.
 */
export const OPEN_DAYS_MAX = 731;
/** That deadline is at least this many days ahead, so that people see it on the survey's pages in time. */
const OPEN_NOTICE_DAYS = 30;

/** The most surveys that are looked up together. */
const SURVEYS_MAX = 200;
/** The most votes or marks of one transaction: on SQLite votes wait for it. */
const CHUNK = 200;

/** The result of a removal. `isDone`: nothing more is due, or the clock is held. */
export interface RemovedNames {
  surveys: number;
  voters: number;
  invitations: number;
  isDone: boolean;
}

interface Due {
  /** The days from the end of a survey until its names are removed. */
  days: number;
  /** Only of surveys whose names became due after this time, in milliseconds since 1970. */
  dueAfter?: number | undefined;
}

/** Surveys whose names are to be removed, by the time at which they ended. */
function dueSurveys({ db }: Database, { days, dueAfter }: Due) {
  return db
    .selectFrom("surveys")
    .where("closed_at", "is not", null)
    .where("names_removed_at", "is", null)
    .where("closed_at", "<", Date.now() - days * DAY_MS)
    .$if(dueAfter !== undefined, (due) => due.where("closed_at", ">", Number(dueAfter) - days * DAY_MS));
}

/** Whether `removeOldNames` would remove the names of any survey. */
export async function isAnyNameDue(database: Database, due: Due): Promise<boolean> {
  return (await dueSurveys(database, due).select("id").limit(1).executeTakeFirst()) !== undefined;
}

interface RemovalOptions extends Due {
  /** Called with each survey whose names are gone. */
  onRemoved?: (surveyId: string) => void;
  /** Called with the voters so far, after each transaction. */
  onProgress?: (voters: number) => void;
  /** Reports surveys whose names can't be removed, and can end the removal after the current transaction. */
  run?: JobRun | undefined;
}

/** Removes the names of surveys that ended more than `days` days ago; one call looks up `SURVEYS_MAX` surveys. */
export async function removeOldNames(database: Database, options: RemovalOptions): Promise<RemovedNames> {
  const { days, onRemoved = () => {}, run } = options;
  const due = await dueSurveys(database, options)
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
    },
    run,
  });
  // A start beside a database in use leaves them to the hourly job.
  const isWhole = options.dueAfter === undefined;
  if (!isHeld && isWhole && !(await removeOldMeetings(database, days, run))) removed.isDone = false;
  if (run?.signal.aborted) removed.isDone = false;
  if (isHeld) removed.isDone = true;
  return removed;
}

/** Adds to `removed`. @returns whether all names of the survey are gone; false if the run was ended */
async function removeNamesOf(
  database: Database,
  id: string,
  removed: RemovedNames,
  { onProgress = () => {}, run }: RemovalOptions,
): Promise<boolean> {
  let isLeft = true;
  while (isLeft) {
    if (run?.signal.aborted) return false;
    const chunk = await database.transaction((tx) => removeVoters(tx, id));
    removed.voters += chunk.voters;
    onProgress(removed.voters);
    isLeft = chunk.isLeft;
  }
  const ofSurvey = sql<boolean>`survey_id = ${id}`;
  removed.invitations += await countMatching(database.db.selectFrom("invitations").where(ofSurvey));
  await deleteInChunks(database, "invitations", "id", ofSurvey);
  await deleteEmailsAbout(database, id);
  await database.transaction((tx) => removeRest(tx, id));
  removed.surveys += 1;
  return true;
}

/**
 * Removes all names that are due, however long it takes, in steps between which people can vote.
 * @returns what was removed, and the number of surveys that failed and are tried again later
 */
export async function removeAllOldNames(
  database: Database,
  options: RemovalOptions,
): Promise<RemovedNames & { failed: number }> {
  const all = { surveys: 0, voters: 0, invitations: 0, isDone: false, failed: 0 };
  const { run = unaborted, onProgress = () => {} } = options;
  const counting: JobRun = {
    ...run,
    onStepFailed: (failure) => {
      all.failed += 1;
      run.onStepFailed(failure);
    },
  };
  let isStuck = false;
  do {
    const { voters, failed } = all;
    const removed = await removeOldNames(database, {
      ...options,
      onProgress: (since) => onProgress(voters + since),
      run: counting,
    });
    for (const kind of ["surveys", "voters", "invitations"] as const) all[kind] += removed[kind];
    all.isDone = removed.isDone;
    // If more fail than are stored, the same ones would be tried again without a pause.
    isStuck = removed.surveys === 0 && all.failed > failed;
  } while (!all.isDone && !isStuck && !run.signal.aborted);
  return all;
}

/** The run of a start or a command, which continues when a survey fails. */
const unaborted: JobRun = { signal: new AbortController().signal, onStepFailed: () => {}, onStepRecovered: () => {} };

/** Counts what `removeOldNames` would remove. */
export async function countOldNames(database: Database, days: number) {
  const { db } = database;
  const due = () => dueSurveys(database, { days }).select("id");
  return {
    surveys: await countMatching(due()),
    votes: await countMatching(db.selectFrom("votes").where("survey_id", "in", due())),
    marks: await countMatching(db.selectFrom("secret_voters").where("survey_id", "in", due())),
    invitations: await countMatching(db.selectFrom("invitations").where("survey_id", "in", due())),
    endless: await countMatching(endlessSurveys(database)),
  };
}

/**
 * The tables with voters of a survey, in the order in which they are removed: the columns that order its rows and have
 * its voter.
 */
const TABLES = [
  {
    table: "votes",
    order: "n",
    voter: "user_id",
    rename: sql`update votes set user_id = r.after, invitation_id = null, ballot_hash = null`,
  },
  {
    table: "secret_voters",
    order: "voter",
    voter: "voter",
    rename: sql`update secret_voters set voter = r.after, ticket_hash = ''`,
  },
] as const;

const newVoterId = () => REMOVED_PREFIX + randomBytes(16).toString("hex");

/**
 * Removes the next voters of a survey, and stores in the same transaction which row was the last, so that the next one
 * goes on behind it, after a restart, too. A voter of several rows, because of changed votes, gets one new id, so that
 * the rows still belong together.
 */
async function removeVoters(tx: Database, surveyId: string): Promise<{ voters: number; isLeft: boolean }> {
  const { db, dialect } = tx;
  // Two instances that removed the same voters would wait for each other.
  await dialect.acquireLock(db, `names of ${surveyId}`);
  const place = await findPlace(tx, surveyId);
  const found = place && TABLES[place.index];
  if (!found) return { voters: 0, isLeft: false };
  const { index, after } = place;
  const { table, order, voter, rename } = found;
  const rows = await sql<{ position: number | string; voter: string }>`
    select ${sql.ref(order)} as position, ${sql.ref(voter)} as voter from ${sql.table(table)}
    where survey_id = ${surveyId} and ${sql.ref(order)} > ${order === "n" ? Number(after) : after}
    order by ${sql.ref(order)} limit ${CHUNK}`.execute(db);
  const voters = [...new Set(rows.rows.map((row) => row.voter))].filter((id) => !isRemovedVoter(id));
  if (voters.length > 0) {
    const renamed = dialect.rows(
      voters.map((id) => ({ survey: surveyId, before: id, after: newVoterId() })),
      { survey: "text", before: "text", after: "text" },
    );
    // A constant lets PostgreSQL find the server with the votes; on SQLite it would read all marks of the survey for
    // each voter.
    const survey = dialect.engine === "sqlite" ? sql`r.survey` : sql`${surveyId}`;
    await sql`
      ${rename} from ${renamed} where survey_id = ${survey} and ${sql.ref(voter)} = r.before`.execute(db);
  }
  const last = rows.rows.at(-1);
  const cursor = last && rows.rows.length === CHUNK ? `${index} ${last.position}` : `${index + 1} `;
  await db.updateTable("surveys").set({ names_cursor: cursor }).where("id", "=", surveyId).execute();
  return { voters: voters.length, isLeft: true };
}

/** @returns the table, and the last row that is done, "" at its beginning; null if the survey is gone */
async function findPlace({ db }: Database, surveyId: string): Promise<{ index: number; after: string } | null> {
  const survey = await db.selectFrom("surveys").select("names_cursor").where("id", "=", surveyId).executeTakeFirst();
  if (!survey) return null;
  const [, index = 0, after = ""] = /^(\d+) (.*)$/.exec(survey.names_cursor ?? "") ?? [];
  return { index: Number(index), after };
}

/**
 * Deletes everything else about a survey that names people. The public numbers of its list are stored by day and stay.
 * Owners and co-owners stay too, except for addresses that were invited as co-owners and never accepted.
 */
async function removeRest(tx: Database, surveyId: string): Promise<void> {
  const { db } = tx;
  await lockBallotBox(tx, surveyId);
  await removeCountedAddresses(tx, surveyId);
  // The close has deleted them, unless an instance of the version before closed the survey.
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
  // Emails that were enqueued since the others were deleted in chunks.
  await deleteEmailsAbout(tx, surveyId);
  await removeTrailAbout(tx, surveyId);
  await db
    .updateTable("surveys")
    .set({ names_removed_at: Date.now(), names_cursor: null })
    .where("id", "=", surveyId)
    .execute();
}

/**
 * Surveys that were published long ago, and never end or end later than the deadline that they would get. Drafts don't
 * have votes.
 */
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

/**
 * @returns whether it got a deadline: false if another instance was faster, the owner changed it, or the clock is held
 */
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
