import type { Electorate } from "@survey-app/contract/ballots/ballots.ts";
import type { FinalResult } from "@survey-app/contract/results/resultLabelText.ts";
import { OWN_REMINDERS_MAX } from "@survey-app/contract/surveys/outcomes.ts";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import { type Selectable, sql } from "kysely";
import { logAction } from "../audit/audit.sql.ts";
import { lockSurvey, surveyGone } from "../ballots/ballotBox.sql.ts";
import { findMeetingOf } from "../ballots/meetingOf.sql.ts";
import { publicationOf, whyNotOpen } from "../ballots/publication.sql.ts";
import { isAskedUnreviewed } from "../ballots/rights.sql.ts";
import { type Action, loggedFor, may } from "../ballots/rights.ts";
import { hidesWhoVoted } from "../ballots/visible.sql.ts";
import type { Database, MainDatabase } from "../database/database.ts";
import type { Failure } from "../database/inSavepoint.ts";
import type { Tables } from "../database/tables.ts";
import type { JobRun } from "../http/jobs.ts";
import { markQueued } from "../invitations/invitedPeople.sql.ts";
import { addMailing, isAfterClose } from "../mail/addMailing.sql.ts";
import { hasRoomForBulk, type SurveyEmail } from "../mail/outbox.sql.ts";
import { enqueueReportOutcomes } from "../moderation/reportOutcomes.sql.ts";
import { eachBatch, eachRow, isTriable } from "../queues/steps.sql.ts";
import { toFullSurvey } from "../surveys/fullSurvey.sql.ts";
import { resultOf } from "../surveys/result.sql.ts";
import { findSurvey } from "../surveys/surveys.sql.ts";
import { type CandidateEmail, enqueueWanted } from "../voters/enqueueWanted.sql.ts";
import { type Candidate, findCandidates } from "../voters/recipients.sql.ts";
import type { MeetingEmail } from "../words/mail/meetingTemplates.ts";
import { countCompositions, isUnfinished } from "./composition.sql.ts";
import { enqueueForOwner } from "./ownerEmails.sql.ts";
import { countOwnReminders } from "./sending.sql.ts";
import { findMailedSurvey, whyNoneAbout } from "./surveySends.sql.ts";

/** The most people enqueued in one transaction: on SQLite votes wait for it. */
const CHUNK = 100;
/** The most emails to many people in the outbox; further ones are enqueued when these have been sent. */
const BULK_MAX = 1000;
/** The due time of a mailing of a survey that isn't public: it waits until the survey is published again. */
const WHEN_PUBLISHED = Number.MAX_SAFE_INTEGER;
/**
 * How soon a mailing of a survey that no one vouches for is retried, in milliseconds: its owner may have become a
 * surveyor.
 */
const UNREVIEWED_MS = HOUR_MS;
/** How long before the deadline reminders are sent, in milliseconds, for surveys that are open for longer. */
const REMINDER_MS = DAY_MS;

type Mailing = Selectable<Tables["mailings"]>;

/**
 * Adds a reminder to each survey whose deadline is near, that was open for long enough before, and that someone follows
 * or is invited to. Open-link surveys are left out, because no one knows who hasn't voted.
 */
export async function addReminders(database: Database, run?: JobRun): Promise<void> {
  const { db, dialect } = database;
  const end = sql.ref("surveys.ends_at");
  const endsSoon = sql<boolean>`closed_at is null and first_published_at is not null and status = ${PUBLISHED}
    and ${end} > (select ${dialect.now}) and ${end} <= (select ${dialect.now} + ${sql.lit(REMINDER_MS)})
    and ${end} >= first_published_at + ${sql.lit(REMINDER_MS)} and ${end} >= appears_at + ${sql.lit(REMINDER_MS)}
    and (electorate = 'invited' or electorate = 'everyone'
      and exists (select 1 from follows where follows.survey_id = surveys.id and follows = 1))`;
  const due = await db
    .selectFrom("surveys")
    .select("id")
    .where(endsSoon)
    .where(
      sql<boolean>`not exists (select 1 from mailings where survey_id = surveys.id and kind = 'reminder' and number = 0)`,
    )
    .where(isTriable("surveyReminders", "surveys.id"))
    .execute();
  const add = (ids: readonly string[]) =>
    db
      .insertInto("mailings")
      .columns(["id", "survey_id", "kind", "number", "stage", "next_at"])
      .expression(({ selectFrom }) =>
        selectFrom("surveys")
          .select([sql<string>`'reminder ' || surveys.id`.as("id"), "surveys.id as survey_id"])
          .select([
            sql<"reminder">`'reminder'`.as("kind"),
            sql<number>`0`.as("number"),
            sql<"invited">`'invited'`.as("stage"),
          ])
          .select(sql<number>`(select ${dialect.now})`.as("next_at"))
          .where(({ ref }) => dialect.isOneOf(ref("surveys.id"), ids))
          .where(endsSoon)
          .$call(dialect.lockToReference),
      )
      .onConflict((conflict) => conflict.columns(["survey_id", "kind", "number"]).doNothing())
      .execute();
  await eachBatch(database, "surveyReminders", { keys: due.map(({ id }) => id), size: CHUNK, step: add, run });
}

/** Adds one of the owner's own reminders. Call it in a transaction. @returns why it can't be added; null if it was */
export async function addOwnReminder(
  tx: Database,
  surveyId: string,
  by: Action,
): Promise<
  | "notFound"
  | "hasEnded"
  | "notPublished"
  | "noReminders"
  | "sendsNoEmail"
  | "tooManyReminders"
  | "questionOfMeeting"
  | null
> {
  const { currentUser } = by;
  const locked = await lockSurvey(tx, surveyId);
  if (!locked || !may("speakAsOwner", currentUser, locked.survey)) return "notFound";
  const { box, survey, now } = locked;
  const obstacle = whyNotOpen(publicationOf({ ...survey, ...box }, now));
  if (obstacle) return obstacle;
  if (box.electorate === "link") return "noReminders";
  if ((await findMeetingOf(tx, surveyId)) !== null) return "questionOfMeeting";
  if (await isAskedUnreviewed(tx, surveyId)) return "sendsNoEmail";
  const sent = await countOwnReminders(tx, surveyId);
  if (sent >= OWN_REMINDERS_MAX) return "tooManyReminders";
  await addMailing(tx, surveyId, { kind: "reminder", number: sent + 1, senderId: currentUser.userId });
  const { by: actor, logged } = loggedFor(by, survey, {});
  const about = { kind: "survey", id: surveyId, title: survey.title } as const;
  if (logged) await logAction(tx, actor, { action: "reminderSent", about, before: {}, after: {} });
  return null;
}

/**
 * Counts who voted on surveys that were closed, and enqueues the emails of mailings chunk by chunk, until none is due
 * or the outbox has enough of them; then the answers to reports. A failure in one part doesn't stop the others.
 * @param onTrailFailed called if the reasons why people don't get emails couldn't be recorded; without it, as in
 *   tests, the error is thrown
 */
export async function enqueueMailings(
  database: MainDatabase,
  run?: JobRun,
  onTrailFailed: (error: unknown) => void = rethrow,
): Promise<void> {
  if (!(await hasUnfinished(database))) return;
  const parts = [
    // Before the emails, which lead people to the result.
    () => countCompositions(database, run),
    () => eachRow(database, "mailings", { ...dueMailings(database, onTrailFailed), run }),
    () =>
      enqueueReportOutcomes(database, { size: CHUNK, hasRoom: hasRoomForBulk(database, BULK_MAX), run, onTrailFailed }),
  ];
  const errors: unknown[] = [];
  for (const part of parts) await part().catch((error: unknown) => errors.push(error));
  for (const error of errors) throw error;
}

function rethrow(error: unknown): never {
  throw error;
}

/** Usually all mailings are finished, and then this one statement saves two transactions. */
async function hasUnfinished({ db }: Database): Promise<boolean> {
  const { rows } = await sql`
    select 1 from mailings where ${isUnfinished} and next_at <= ${Date.now()}
    union all select 1 from reports where answer_due_at is not null
    limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Yields the mailings whose next chunk is due, until none is. Mailings with few enqueued chunks go first, so that a
 * large one doesn't hold up the others. A step enqueues a chunk and records the mailing's progress in one transaction,
 * so that no email is enqueued twice.
 */
function dueMailings(database: Database, onTrailFailed: (error: unknown) => void) {
  /** Those that another instance has locked. */
  const locked: string[] = [];
  const results: FinalResults = new Map();
  async function* keys(): AsyncGenerator<string> {
    for (;;) {
      const next = await findDueMailings(database)
        .select("id")
        .where(isTriable("mailings", "mailings.id"))
        .where(hasRoomForBulk(database, BULK_MAX))
        .where(({ not, ref }) => not(database.dialect.isOneOf(ref("id"), locked)))
        .orderBy("chunks")
        .orderBy("id")
        .limit(1)
        .executeTakeFirst();
      if (!next) return;
      yield next.id;
    }
  }
  const step = (id: string) =>
    database.transaction(async (tx) => {
      const mailing = await findDueMailings(tx)
        .selectAll()
        .where("id", "=", id)
        .$call(tx.dialect.lockSkippingLocked)
        .executeTakeFirst();
      if (!mailing) return locked.push(id);
      const { trailFailure, ...next } = await enqueueStage(tx, mailing, results);
      if (trailFailure) tx.afterCommit(() => onTrailFailed(trailFailure.error));
      if (next.stage === "done") results.delete(mailing.survey_id);
      return tx.db
        .updateTable("mailings")
        .set({ ...next, chunks: mailing.chunks + 1 })
        .where("id", "=", id)
        .execute();
    });
  return { keys: keys(), step };
}

const findDueMailings = ({ db }: Database) =>
  db.selectFrom("mailings").where(isUnfinished).where("stage", "<>", "count").where("next_at", "<=", Date.now());

/**
 * Continues the mailings that wait because a survey was unpublished, or because no one vouched for it.
 * @param from when the survey is public, in milliseconds since 1970
 */
export async function resumeMailings({ db }: Database, surveyId: string, from: number): Promise<void> {
  await db
    .updateTable("mailings")
    .set({ next_at: Math.max(from, Date.now()) })
    .where("survey_id", "=", surveyId)
    .where(isUnfinished)
    .where("next_at", ">", Date.now())
    .execute();
}

/** The results that a run has read, by survey. Each is read once for all chunks of a mailing. */
type FinalResults = Map<string, FinalResult>;

/** The result of a survey, as emails give it. It is read after the close, so every reader may see it. */
async function findFinalResult(tx: Database, surveyId: string): Promise<FinalResult> {
  const survey = await findSurvey(tx, surveyId, null);
  if (!survey) throw surveyGone();
  return resultOf(await toFullSurvey(tx, survey));
}

/**
 * Enqueues the next chunk of a mailing's stage.
 * @returns the stage and cursor after it; when it is due, if later than now; and, if the reasons of people who don't
 *   get the email couldn't be recorded, the failure
 */
async function enqueueStage(
  tx: Database,
  mailing: Mailing,
  results: FinalResults,
): Promise<Pick<Mailing, "stage" | "cursor"> & { next_at?: number; trailFailure?: Failure | null }> {
  const { survey_id: surveyId, kind, stage, sender_id: senderId } = mailing;
  if (stage === "count" || stage === "done") return { stage, cursor: "" };
  const survey = await findMailedSurvey(tx, surveyId);
  const reason = await whyNoneAbout(tx, survey, { kind, senderId });
  if (!survey || reason === "unpublished") return { stage, cursor: mailing.cursor, next_at: WHEN_PUBLISHED };
  if (reason === "notEnded") return { stage: "done", cursor: "" };
  const sendsResult = isAfterClose(kind) && !survey.isMeeting;
  const result = sendsResult ? (results.get(surveyId) ?? (await findFinalResult(tx, surveyId))) : null;
  if (result) results.set(surveyId, result);
  if (stage === "owner") {
    // For an unreviewed survey, only the owner gets an email that voting has ended.
    if (result && result.closedBy !== "owner") await enqueueForOwner(tx, { kind: "surveyEnded", surveyId, ...result });
    return { stage: "invited", cursor: "" };
  }
  if (reason === "unreviewed") return { stage, cursor: mailing.cursor, next_at: Date.now() + UNREVIEWED_MS };
  const page = { stage, kind, after: mailing.cursor, limit: CHUNK };
  const { candidates, last } = await findCandidates(tx, survey, page);
  const emails = candidates.map((candidate) => ({
    address: candidate.email,
    email: emailTo(candidate, { kind, senderId, surveyId, result, isMeeting: survey.isMeeting }),
  }));
  const trailFailure = await enqueueWanted(tx, emails, {
    reason,
    withVoters: hidesWhoVoted(survey.results, survey.closed_at),
    ...(kind === "invitation" && { choose: (wanted) => chooseUnqueued(tx, surveyId, wanted) }),
  });
  if (last !== null) return { stage, cursor: last, trailFailure };
  return { stage: stageAfter(stage, kind, survey.electorate), cursor: "", trailFailure };
}

/** Marks invitations as queued. @returns the emails with those that were not queued before */
async function chooseUnqueued(
  tx: Database,
  surveyId: string,
  wanted: readonly CandidateEmail<SurveyEmail | MeetingEmail>[],
) {
  const idOf = ({ email }: CandidateEmail<SurveyEmail | MeetingEmail>) =>
    "invitationId" in email ? email.invitationId : "";
  const queued = await markQueued(tx, surveyId, wanted.map(idOf));
  return wanted.filter((each) => queued.has(idOf(each)));
}

/**
 * The email of a mailing to a person on the list, or to the reader of an account.
 * @param result null before the close
 */
function emailTo(
  { email: _, ...candidate }: Candidate,
  {
    kind,
    senderId,
    surveyId,
    result,
    isMeeting,
  }: Pick<Mailing, "kind"> & {
    senderId: string | null;
    surveyId: string;
    result: FinalResult | null;
    isMeeting: boolean;
  },
): SurveyEmail | MeetingEmail {
  const person = { surveyId, ...candidate };
  const isInvited = "invitationId" in person;
  if (isInvited && isMeeting) {
    if (kind === "result") return { kind: "meetingEnded", ...person };
    return { kind: kind === "correction" ? "meetingCorrection" : "meetingInvitation", senderId, ...person };
  }
  if (kind === "result") {
    if (!result) throw new Error("The result of an open survey is not sent");
    return isInvited
      ? { kind: "invitationResult", ...result, ...person }
      : { kind: "surveyResult", ...result, ...person };
  }
  const decided = kind === "outcome" && result ? { result } : {};
  if (kind === "correction") throw new Error("Only meetings send corrections");
  if (isInvited) return { kind: INVITED_EMAILS[kind], senderId, ...decided, ...person };
  return { kind: kind === "outcome" ? "surveyOutcome" : "surveyReminder", senderId, ...decided, ...person };
}

const INVITED_EMAILS = {
  invitation: "invitation",
  reminder: "invitationReminder",
  outcome: "invitationOutcome",
} as const;

/** Only people on the list of a survey for invited people can vote, so only they are invited and reminded. */
function stageAfter(
  stage: "invited" | "voters" | "followers",
  kind: Mailing["kind"],
  electorate: Electorate,
): Mailing["stage"] {
  if (stage === "invited" && kind === "reminder" && electorate === "everyone") return "followers";
  if (stage === "invited") return isAfterClose(kind) ? "voters" : "done";
  return stage === "voters" ? "followers" : "done";
}
