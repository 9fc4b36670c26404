import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { JobRun } from "../http/jobs.ts";
import { eachBatch, isTriable } from "../queues/steps.sql.ts";
import { enqueueWanted } from "../voters/enqueueWanted.sql.ts";

/**
 * Enqueues emails to the authors of settled reports, and marks these reports as answered in the same transaction. A report is
 * settled once, so each author gets at most one email for each survey.
 * @param size the most reports of a transaction; on SQLite votes wait for it
 * @param hasRoom SQL condition: more emails may be enqueued
 */
export function enqueueReportOutcomes(
  database: Database,
  { size, hasRoom, run }: { size: number; hasRoom: RawBuilder<boolean>; run?: JobRun | undefined },
): Promise<void> {
  const step = (ids: readonly string[]) => database.transaction((tx) => answer(tx, ids));
  return eachBatch(database, "reportAnswers", { keys: findSettled(database, size, hasRoom), size, step, run });
}

const isSettled = sql<boolean>`answer_due_at is not null`;

/** Yields the ids of settled reports, those that were settled first before the others. */
async function* findSettled({ db }: Database, size: number, hasRoom: RawBuilder<boolean>): AsyncGenerator<string> {
  for (let last = { answer_due_at: 0 as number | null, id: "" }; ; ) {
    const page = await db
      .selectFrom("reports")
      .select(["id", "answer_due_at"])
      .where(isSettled)
      .where(hasRoom)
      .where(sql<boolean>`(answer_due_at, id) > (${last.answer_due_at}, ${last.id})`)
      .where(isTriable("reportAnswers", "reports.id"))
      .orderBy("answer_due_at")
      .orderBy("id")
      .limit(size)
      .execute();
    for (const { id } of page) yield id;
    last = page.at(-1) ?? last;
    if (page.length < size) return;
  }
}

/** Does not wait for reports that another instance has locked, which it answers. */
async function answer(tx: Database, ids: readonly string[]): Promise<void> {
  const { db, dialect } = tx;
  const settled = await db
    .selectFrom("reports")
    .select(["id", "survey_id", "user_id", "outcome", "created_at"])
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .where(isSettled)
    .orderBy("answer_due_at")
    .$call(dialect.lockSkippingLocked)
    .execute();
  for (const { id, survey_id: surveyId, user_id: userId, outcome, created_at: reportedAt } of settled) {
    const address = userId === null ? null : await findAddress(tx, userId);
    if (userId !== null && address !== null && outcome !== null)
      await enqueueWanted(tx, [{ address, email: { kind: "reportSettled", userId, surveyId, outcome, reportedAt } }]);
    await db.updateTable("reports").set({ answer_due_at: null }).where("id", "=", id).execute();
  }
}

/** The address of a user; null once the account is deleted. */
async function findAddress({ db }: Database, userId: string): Promise<string | null> {
  const found = await db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirst();
  return found?.email ?? null;
}
