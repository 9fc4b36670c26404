import type { listSurveyReports, Report, ReportOutcome } from "@survey-app/contract/votes/votes.ts";
import { sql } from "kysely";
import type * as z from "zod/mini";
import { publicOnly } from "../ballots/visible.sql.ts";
import { countUpTo } from "../database/countMatching.ts";
import { decodeCursor } from "../database/cursor.ts";
import type { Database } from "../database/database.ts";
import { type PagedRows, toPage } from "../database/pagination.ts";
import { toIso } from "../database/toIso.ts";
import { shownAddress } from "../database/userAddress.ts";
import type { Change } from "../events/surveyEvents.ts";
import type { Actor } from "../http/currentUser.ts";

/** A report to be stored: that a survey is inappropriate, and why. */
export interface NewReport {
  id: string;
  surveyId: string;
  /** Null for an objection (invitations.sql.ts), whose author no one learns. */
  userId: string | null;
  text: string;
}

/**
 * Stores reports and increments their surveys' counts of open reports; call it in a transaction. A user has one report
 * per survey; an existing one is kept.
 */
export async function insertReports({ db, dialect }: Database, reports: readonly NewReport[]): Promise<void> {
  const ids = reports.map(({ surveyId }) => surveyId);
  // The surveys first: a transaction that inserted a report before would deadlock with another one of the same user.
  await db
    .selectFrom("surveys")
    .select("id")
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .orderBy("id")
    .$call(dialect.lock)
    .execute();
  const rows = dialect.rows(reports, { id: "text", surveyId: "text", userId: "text", text: "text" });
  const { rows: stored } = await sql<{ surveyId: string }>`
    insert into reports (survey_id, user_id, id, text, created_at)
    select "surveyId", "userId", id, text, ${dialect.now} from ${rows} where true
    on conflict (survey_id, user_id) do nothing
    returning survey_id as "surveyId"`.execute(db);
  const perSurvey = Object.entries(Object.groupBy(stored, ({ surveyId }) => surveyId));
  const increments = dialect.rows(
    perSurvey.map(([surveyId, added = []]) => ({ surveyId, fresh: added.length })),
    { surveyId: "text", fresh: "bigint" },
  );
  await sql`
    update surveys set open_reports = open_reports + r.fresh, reports_version = reports_version + 1
    from ${increments} where surveys.id = r."surveyId"`.execute(db);
}

/**
 * Stores a report without a vote.
 * @returns the stored report, which may be an earlier one; null if there is no such public survey
 */
export function addReport(
  database: Database,
  report: NewReport & { userId: string },
): Promise<{ id: string; text: string } | null> {
  return database.transaction(async (tx) => {
    const survey = await tx.db
      .selectFrom("surveys")
      .select("id")
      .where("id", "=", report.surveyId)
      .where(publicOnly(Date.now()))
      .$call(tx.dialect.lock)
      .executeTakeFirst();
    if (!survey) return null;
    await insertReports(tx, [report]);
    return tx.db
      .selectFrom("reports")
      .select(["id", "text"])
      .where("survey_id", "=", report.surveyId)
      .where("user_id", "=", report.userId)
      .executeTakeFirstOrThrow();
  });
}

/** Lists the reports on a survey. */
export async function listReports(
  database: Database,
  surveyId: string,
  { state, order, limit, cursor }: z.output<typeof listSurveyReports.query>,
): Promise<PagedRows<Report>> {
  const [direction, beyond] = order === "oldest" ? (["asc", ">"] as const) : (["desc", "<"] as const);
  const all = database.db.selectFrom("reports").where("survey_id", "=", surveyId);
  const matching = state === "open" ? all.where("outcome", "is", null) : all;
  const counted = await countUpTo(database, matching);
  const after = decodeCursor(cursor, 0);
  const page = (after ? matching.where("id", beyond, after[1]) : matching)
    .select(["id", "user_id", "text", "created_at", "outcome"])
    .orderBy("id", direction)
    .limit(limit + 1);
  const rows = await database.db
    .selectFrom(page.as("report"))
    // The report of an objection doesn't have an author.
    .leftJoin("users", "users.id", "report.user_id")
    .select(["report.id as _id", "report.text as inapp", "report.created_at", "report.outcome"])
    .select(({ fn, val }) => [
      fn.coalesce(shownAddress(), val("")).as("email"),
      fn.coalesce("users.name", val("")).as("userName"),
    ])
    .orderBy("report.id", direction)
    .execute();
  return toPage(rows, limit, {
    ...counted,
    cursorOf: (last) => [0, last._id],
    show: ({ created_at, ...row }) => ({ ...row, surveyId, createdAt: toIso(created_at) }),
  });
}

/** Settles all open reports on a survey, which the transaction has locked. */
export async function settleOpenReports(tx: Database, surveyId: string, outcome: ReportOutcome): Promise<void> {
  await setOpenReports(tx, surveyId, 0);
  await tx.db
    .updateTable("reports")
    .set({ outcome, answer_due_at: Date.now() })
    .where("survey_id", "=", surveyId)
    .where("outcome", "is", null)
    .execute();
}

/** Sets a survey's count of open reports after some were settled. */
async function setOpenReports({ db }: Database, surveyId: string, openReports: number): Promise<void> {
  await db
    .updateTable("surveys")
    .set({ open_reports: openReports, reports_version: sql`reports_version + 1` })
    .where("id", "=", surveyId)
    .where("open_reports", ">", 0)
    .execute();
}

/** Locks a survey, so that its reports are settled one after the other. */
function lockReported({ db, dialect }: Database, surveyId: string) {
  return db
    .selectFrom("surveys")
    .select(["title", "open_reports as openReports", "reports_version as version"])
    .where("id", "=", surveyId)
    .$call(dialect.lock)
    .executeTakeFirst();
}

/**
 * Settles one report on a survey.
 * @returns false if it was already settled like this; `decidedMeanwhile`: another admin has settled it differently
 */
export async function settleReport(
  { tx, by, record }: Change<Actor>,
  { surveyId, reportId, outcome }: { surveyId: string; reportId: string; outcome: ReportOutcome },
): Promise<boolean | "notFound" | "decidedMeanwhile"> {
  const { db } = tx;
  const survey = await lockReported(tx, surveyId);
  const report = await db
    .selectFrom("reports")
    .select(["text", "outcome"])
    .where("survey_id", "=", surveyId)
    .where("id", "=", reportId)
    .executeTakeFirst();
  if (!survey || !report) return "notFound";
  if (report.outcome !== null) return report.outcome === outcome ? false : "decidedMeanwhile";
  const openReports = survey.openReports - 1;
  await db
    .updateTable("reports")
    .set({ outcome, answer_due_at: Date.now() })
    .where("survey_id", "=", surveyId)
    .where("id", "=", reportId)
    .execute();
  await setOpenReports(tx, surveyId, openReports);
  const after = { openReports, outcome, report: report.text };
  const logged = { title: survey.title, before: { openReports: survey.openReports }, after };
  await record({ kind: "reportsSettled", surveyId, by, logged, isPublic: false });
  return true;
}

/**
 * Dismisses all open reports on a survey.
 * @param seen the version of the reports that the admin has read; undefined skips the comparison
 * @returns whether there were any
 */
export async function resolveReports(
  { tx, by, record }: Change<Actor>,
  surveyId: string,
  seen: number | undefined,
): Promise<boolean | "reportedMeanwhile"> {
  const survey = await lockReported(tx, surveyId);
  if (!survey?.openReports) return false;
  // A report that no admin has read must stay open, even if another admin settled one and their number is the same.
  if (seen !== undefined && seen !== survey.version) return "reportedMeanwhile";
  await settleOpenReports(tx, surveyId, "dismissed");
  const logged = { title: survey.title, before: { openReports: survey.openReports }, after: { openReports: 0 } };
  await record({ kind: "reportsSettled", surveyId, by, logged, isPublic: false });
  return true;
}
