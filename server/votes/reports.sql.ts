import type { Report } from "@survey-app/contract/votes.ts";
import { sql } from "kysely";
import { logAction } from "../audit/audit.sql.ts";
import type { Actor } from "../database/currentUser.ts";
import { decodeCursor } from "../database/cursor.ts";
import type { Database } from "../database/database.ts";
import { type PagedRows, toPage } from "../database/pagination.ts";
import { publicOnly } from "../surveys/visible.sql.ts";

/** A report to be stored: that a survey is inappropriate, and why. */
export interface NewReport {
  id: string;
  surveyId: string;
  userId: string;
  text: string;
}

/**
 * Stores reports and increments their surveys' counts of open reports; call it in a transaction. There is one report per user
 * and survey; an existing one is kept.
 */
export async function insertReports({ db, dialect }: Database, reports: readonly NewReport[]): Promise<void> {
  const ids = reports.map(({ surveyId }) => surveyId);
  // First the surveys: a transaction that inserts a report before would deadlock with one of the same user's.
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
    update surveys set open_reports = open_reports + r.fresh
    from ${increments} where surveys.id = r."surveyId"`.execute(db);
}

/** The result of a report without a vote: the id and text of the stored report, which may be an earlier one. */
export type ReportOutcome = { id: string; text: string } | "notFound";

export function addReport(database: Database, report: NewReport): Promise<ReportOutcome> {
  return database.transaction(async (tx) => {
    const survey = await tx.db
      .selectFrom("surveys")
      .select("id")
      .where("id", "=", report.surveyId)
      .where(publicOnly(Date.now()))
      .$call(tx.dialect.lock)
      .executeTakeFirst();
    if (!survey) return "notFound";
    await insertReports(tx, [report]);
    return tx.db
      .selectFrom("reports")
      .select(["id", "text"])
      .where("survey_id", "=", report.surveyId)
      .where("user_id", "=", report.userId)
      .executeTakeFirstOrThrow();
  });
}

/** Lists the reports on a survey, newest first. */
export async function listReports(
  { db }: Database,
  surveyId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<PagedRows<Report>> {
  const matching = db.selectFrom("reports").where("survey_id", "=", surveyId);
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const after = decodeCursor(cursor, 0);
  const page = (after ? matching.where("id", "<", after[1]) : matching)
    .select(["id", "user_id", "text", "created_at"])
    .orderBy("id", "desc")
    .limit(limit + 1);
  const rows = await db
    .selectFrom(page.as("report"))
    .innerJoin("users", "users.id", "report.user_id")
    .select(["report.id as _id", "report.text as inapp", "report.created_at", "users.email", "users.name as userName"])
    .orderBy("report.id", "desc")
    .execute();
  return toPage(rows, limit, {
    total: total,
    cursorOf: (last) => [0, last._id],
    show: ({ created_at, ...row }) => ({ ...row, surveyId, createdAt: new Date(created_at).toISOString() }),
  });
}

/**
 * Marks the reports on a survey as resolved.
 * @param seen how many open reports the admin has read; undefined skips the comparison
 */
export function resolveReports(
  database: Database,
  surveyId: string,
  seen: number | undefined,
  by: Actor,
): Promise<"settled" | "same" | "reportedMeanwhile"> {
  return database.transaction(async (tx) => {
    const { db, dialect } = tx;
    const survey = await db
      .selectFrom("surveys")
      .select(["title", "open_reports as openReports"])
      .where("id", "=", surveyId)
      .$call(dialect.lock)
      .executeTakeFirst();
    if (!survey?.openReports) return "same";
    // A report that no admin has read must stay open.
    if (seen !== undefined && seen !== survey.openReports) return "reportedMeanwhile";
    await db.updateTable("surveys").set({ open_reports: 0 }).where("id", "=", surveyId).execute();
    await logAction(tx, by, {
      action: "reportsSettled",
      about: { kind: "survey", id: surveyId, title: survey.title },
      before: { openReports: survey.openReports },
      after: { openReports: 0 },
    });
    return "settled";
  });
}
