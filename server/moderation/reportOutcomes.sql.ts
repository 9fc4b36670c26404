import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { JobRun } from "../http/jobs.ts";
import { eachBatch, isTriable } from "../queues/steps.sql.ts";
import { enqueueWanted } from "../voters/enqueueWanted.sql.ts";

/**
 * Enqueues emails to the authors of settled reports, and marks these reports as answered in the same transaction. A
 * report is settled once, so each author gets at most one email for each survey.
 * @param size the most reports in one transaction; on SQLite votes wait for it
 * @param hasRoom SQL condition: more emails may be enqueued
 * @param onTrailFailed called if the reason why authors don't get an email could not be kept
 */
export function enqueueReportOutcomes(
  database: Database,
  {
    size,
    hasRoom,
    run,
    onTrailFailed,
  }: {
    size: number;
    hasRoom: RawBuilder<boolean>;
    run?: JobRun | undefined;
    onTrailFailed: (error: unknown) => void;
  },
): Promise<void> {
  const step = (ids: readonly string[]) => database.transaction((tx) => answer(tx, ids, onTrailFailed));
  return eachBatch(database, "reportAnswers", { keys: findSettled(database, size, hasRoom), size, step, run });
}

const isSettled = sql<boolean>`answer_due_at is not null`;

/** Yields the ids of settled reports, in the order in which they were settled. */
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

/** Skips reports that another instance has locked: that instance answers them. */
async function answer(tx: Database, ids: readonly string[], onTrailFailed: (error: unknown) => void): Promise<void> {
  const { db, dialect } = tx;
  const settled = await db
    .selectFrom("reports")
    .select(["id", "survey_id as surveyId", "user_id as userId", "outcome", "created_at as reportedAt"])
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .where(isSettled)
    .orderBy("answer_due_at")
    .$call(dialect.lockSkippingLocked)
    .execute();
  const addresses = await findAddresses(
    tx,
    settled.flatMap(({ userId }) => userId ?? []),
  );
  const emails = settled.flatMap(({ userId, surveyId, outcome, reportedAt }) => {
    const address = userId === null ? undefined : addresses.get(userId);
    if (userId === null || address === undefined || outcome === null) return [];
    return [{ address, email: { kind: "reportSettled", userId, surveyId, outcome, reportedAt } as const }];
  });
  // The reports of a survey are settled together, so a page has few surveys.
  for (const ofSurvey of Map.groupBy(emails, ({ email }) => email.surveyId).values()) {
    const trailFailure = await enqueueWanted(tx, ofSurvey);
    if (trailFailure) tx.afterCommit(() => onTrailFailed(trailFailure.error));
  }
  const answered = settled.map(({ id }) => id);
  await db
    .updateTable("reports")
    .set({ answer_due_at: null })
    .where(({ ref }) => dialect.isOneOf(ref("id"), answered))
    .execute();
}

/** The addresses of users by their ids, without those of deleted accounts. */
async function findAddresses({ db, dialect }: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const users = await db
    .selectFrom("users")
    .select(["id", "email"])
    .$narrowType<{ email: string }>()
    .where(({ ref }) => dialect.isOneOf(ref("id"), ids))
    .where("email", "is not", null)
    .execute();
  return new Map(users.map(({ id, email }) => [id, email]));
}
