import type { StepJob } from "@survey-app/contract/ops/failedWork.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import { isOfOneRow, isVoteNodeDown } from "../database/unavailable.ts";
import type { JobRun } from "../http/jobs.ts";

/**
 * The rows of recurring jobs. Each row is a separate step: if it fails, it is stored in `failed_steps` and tried again
 * after a pause, while the job continues with the next row. An error that would also affect other rows, such as an
 * unreachable database, ends the run instead. Only the class of an error is stored, because messages can contain
 * people's names and addresses.
 */

/** The pause after the first failure of a row, in milliseconds. It doubles with each further one, up to a day. */
const FIRST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = DAY_MS;
/**
 * The failed rows that one run tries. If this many fail, the cause is hardly in the rows. The next run continues with
 * others.
 */
const FAILURES_MAX = 100;
/** The most failed rows of a job that are stored; further ones are tried again without a pause. */
const REMEMBERED_MAX = 1000;
/** A failed row that wasn't tried for this long is no longer due, in milliseconds; longer than the longest pause. */
const FORGOTTEN_MS = 2 * DAY_MS;

interface Steps {
  /** The ids of rows that are due, without those whose pause is not over (`isTriable`). */
  keys: Iterable<string> | AsyncIterable<string>;
  /**
   * Reports failures and ends early. Without a run, as in commands and tests, the first failure is thrown at the end.
   */
  run?: JobRun | undefined;
  /** For the first part of a step with several: only the last one's success ends a failure. */
  isFirstPart?: boolean;
}

/** Does a step of a job for each row, usually in a transaction of its own. */
export function eachRow(
  database: Database,
  job: StepJob,
  { step, ...steps }: Steps & { step: (key: string) => Promise<unknown> },
): Promise<void> {
  return eachBatch(database, job, { ...steps, size: 1, step: ([key = ""]) => step(key) });
}

/** Does a step of a job for up to `size` rows together; if that fails, for each row alone. */
export async function eachBatch(
  database: Database,
  job: StepJob,
  {
    keys,
    size,
    step,
    run,
    isFirstPart = false,
  }: Steps & { size: number; step: (keys: readonly string[]) => Promise<unknown> },
): Promise<void> {
  const progress = createProgress(database, job, run);
  async function attempt(batch: readonly string[]): Promise<void> {
    try {
      await step(batch);
    } catch (error) {
      if (!isOfOneRow(error)) throw error;
      const [key = ""] = batch;
      if (batch.length === 1) return progress.failed(key, error);
      for (const each of batch) await attempt([each]);
      return;
    }
    if (!isFirstPart) await progress.succeeded(batch);
  }
  let batch: string[] = [];
  for await (const key of keys) {
    if (run?.signal.aborted) return progress.end();
    batch.push(key);
    if (batch.length < size) continue;
    await attempt(batch);
    batch = [];
  }
  if (batch.length > 0) await attempt(batch);
  progress.end();
}

/** Tracks the results of the steps of one run. */
function createProgress(database: Database, job: StepJob, run: JobRun | undefined) {
  /** Read with the first success; most often no row has failed. */
  let remembered: Map<string, number> | null = null;
  const errors: unknown[] = [];
  let hasForgotten = false;
  return {
    async failed(row: string, error: unknown): Promise<void> {
      errors.push(error);
      const attempts = await storeFailure(database, { job, row, error });
      if (attempts === null) hasForgotten = true;
      else run?.onStepFailed({ row, attempts, error });
      if (errors.length === FAILURES_MAX)
        throw new Error(`${FAILURES_MAX} rows failed in one run, which ended early`, { cause: error });
    },
    async succeeded(rows: readonly string[]): Promise<void> {
      remembered ??= await findFailedRows(database, job);
      for (const row of rows) {
        const attempts = remembered.get(row);
        if (attempts === undefined) continue;
        remembered.delete(row);
        await database.db.deleteFrom("failed_steps").where("job", "=", job).where("row_key", "=", row).execute();
        if (attempts > 0) run?.onStepRecovered(row);
      }
    },
    /** @throws the errors that aren't stored for a row */
    end(): void {
      const [first] = errors;
      if (hasForgotten) throw new Error(`More than ${REMEMBERED_MAX} rows fail`, { cause: errors.at(-1) });
      if (!run && errors.length > 0) throw first;
    },
  };
}

/** @returns the number of failures of each row */
async function findFailedRows({ db }: Database, job: StepJob): Promise<Map<string, number>> {
  const rows = await db.selectFrom("failed_steps").select(["row_key", "attempts"]).where("job", "=", job).execute();
  return new Map(rows.map(({ row_key, attempts }) => [row_key, attempts]));
}

/** @returns how often in a row it failed; null if too many rows of the job are remembered */
async function storeFailure(
  { db }: Database,
  { job, row, error }: { job: StepJob; row: string; error: unknown },
): Promise<number | null> {
  const ofJob = db.selectFrom("failed_steps").where("job", "=", job);
  const found = await ofJob.select("attempts").where("row_key", "=", row).executeTakeFirst();
  if (!found) {
    const { count } = await ofJob.select(({ fn }) => fn.countAll().as("count")).executeTakeFirstOrThrow();
    if (Number(count) >= REMEMBERED_MAX) return null;
  }
  const now = Date.now();
  const failure = { next_at: now + pauseAfter(found?.attempts ?? 0, error), error: classOf(error) };
  const { attempts } = await db
    .insertInto("failed_steps")
    .values({ job, row_key: row, attempts: 1, first_failed_at: now, ...failure })
    .onConflict((conflict) =>
      conflict.columns(["job", "row_key"]).doUpdateSet(({ eb }) => ({
        ...failure,
        attempts: eb("failed_steps.attempts", "+", 1),
      })),
    )
    .returning("attempts")
    .executeTakeFirstOrThrow();
  return attempts;
}

/** Stores a row as a step that is due immediately, after it failed together with others. Call it in a transaction. */
export async function addFailure({ db }: Database, job: StepJob, row: string, error: unknown): Promise<void> {
  const now = Date.now();
  await db
    .insertInto("failed_steps")
    .values({ job, row_key: row, attempts: 0, next_at: now, first_failed_at: now, error: classOf(error) })
    .onConflict((conflict) => conflict.columns(["job", "row_key"]).doUpdateSet({ next_at: now }))
    .execute();
}

/** The pause does not grow while the server with a survey's votes is down: once it is back, its surveys close soon. */
function pauseAfter(earlierAttempts: number, error: unknown): number {
  return isVoteNodeDown(error) ? FIRST_PAUSE_MS : Math.min(FIRST_PAUSE_MS * 2 ** earlierAttempts, LONGEST_PAUSE_MS);
}

/** The class of an error, without its message: the code of the database, and which constraint was violated. */
function classOf(error: unknown): string {
  const { code, errcode, constraint, name } = (error ?? {}) as Record<string, unknown>;
  const constrained = typeof constraint === "string" ? ` ${constraint}` : "";
  if (typeof errcode === "number") return `SQLite ${errcode}`;
  return `${typeof code === "string" ? code : String(name ?? "Error")}${constrained}`.slice(0, 100);
}

/**
 * SQL condition for the due rows of a job: a row has not failed, or its pause is over.
 * @param key the column with the ids of the rows
 */
export function isTriable(job: StepJob, key: string, now = Date.now()): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from failed_steps
    where failed_steps.job = ${sql.lit(job)} and row_key = ${sql.ref(key)} and failed_steps.next_at > ${now})`;
}

/** Finds the failed rows of a job, either those whose pause is over or those whose pause isn't. */
export async function findFailed({ db }: Database, job: StepJob, pause: "over" | "notOver"): Promise<string[]> {
  const rows = await db
    .selectFrom("failed_steps")
    .select("row_key")
    .where("job", "=", job)
    .where("next_at", pause === "over" ? "<=" : ">", Date.now())
    .orderBy("row_key")
    .execute();
  return rows.map(({ row_key }) => row_key);
}

/** The failures of a job: the number of rows, the first failure, in milliseconds since 1970, and the first rows. */
export interface FailedSteps {
  count: number;
  since: number;
  rows: { id: string; error: string }[];
}

/** Counts the rows that fail in each job, and finds the first `shown` of them. Jobs without any are left out. */
export async function countFailedSteps({ db }: Database, shown: number): Promise<Map<StepJob, FailedSteps>> {
  const jobs = await db
    .selectFrom("failed_steps")
    .select(({ fn }) => ["job", fn.countAll().as("count"), fn.min("first_failed_at").as("since")])
    .groupBy("job")
    .execute();
  const failed = new Map<StepJob, FailedSteps>();
  for (const { job, count, since } of jobs) {
    const rows = await db
      .selectFrom("failed_steps")
      .select(["row_key as id", "error"])
      .where("job", "=", job)
      .orderBy("first_failed_at")
      .orderBy("row_key")
      .limit(shown)
      .execute();
    failed.set(job, { count: Number(count), since: Number(since), rows });
  }
  return failed;
}

/** Ends the pauses of a job's failed rows. @returns their ids */
export async function retryFailedSteps({ db }: Database, job: StepJob): Promise<string[]> {
  const rows = await db
    .updateTable("failed_steps")
    .set({ next_at: Date.now() })
    .where("job", "=", job)
    .returning("row_key")
    .execute();
  return rows.map(({ row_key }) => row_key);
}

/** Deletes the records of rows that are no longer due: they weren't tried again although their pause ended long ago. */
export async function removeOldFailures({ db }: Database): Promise<void> {
  await db
    .deleteFrom("failed_steps")
    .where("next_at", "<", Date.now() - FORGOTTEN_MS)
    .execute();
}
