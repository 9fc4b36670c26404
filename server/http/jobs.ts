import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";

/** One run of a job, passed to its work. */
export interface JobRun {
  /** Aborted when the app closes: the work should end after its current row. */
  readonly signal: AbortSignal;
  /**
   * Called for a row whose step failed, while the job continues with the others.
   * @param attempts how often in a row it failed; only the first one is logged
   */
  onStepFailed(failed: { row: string; attempts: number; error: unknown }): void;
  /** Called when a step succeeded that had failed before. */
  onStepRecovered(row: string): void;
}

type Work = (run: JobRun) => Promise<unknown>;

/**
 * Runs the app's jobs. A job never overlaps itself in a process; runs in several processes are separated by the locks
 * of the rows. When the app closes, each job's signal is aborted, and the app waits for the run in progress.
 */
export interface Jobs {
  /** Runs a job when the app is ready, and then again and again, with an hour's pause after each run. */
  everyHour(what: string, work: Work): void;
  /**
   * Runs a job again and again, with a pause of `pauseMs` milliseconds after each run. Only the first of successive
   * failures is logged, because every run fails while the database is unreachable.
   */
  runRepeatedly(what: string, pauseMs: number, work: Work): void;
}

export type CreateJobs = typeof createJobs;

/**
 * @param onFailure called with the name of a job after each run that failed, wholly or with a row; the failure is
 *   logged here
 */
export function createJobs(app: FastifyInstance, onFailure: (what: string) => void): Jobs {
  function repeat(what: string, { pauseMs, isHourly }: { pauseMs: number; isHourly: boolean }, work: Work): void {
    const closing = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    let running: Promise<void> = Promise.resolve();
    let hasFailed = false;

    async function run(): Promise<void> {
      const failure = await runJob({ what, log: app.log, onFailure, signal: closing.signal }, work);
      if (failure && (isHourly || !hasFailed)) app.log.error({ err: failure.error }, `${what} failed`);
      hasFailed = failure !== null;
      schedule();
    }

    // The next run is planned only when one has ended, so that they never overlap.
    function schedule(): void {
      if (!closing.signal.aborted) timer = setTimeout(start, pauseMs).unref();
    }

    function start(): void {
      running = run();
    }

    if (isHourly) app.addHook("onReady", async () => start());
    else schedule();
    app.addHook("onClose", async () => {
      closing.abort();
      clearTimeout(timer);
      await running;
    });
  }

  return {
    everyHour: (what, work) => repeat(what, { pauseMs: HOUR_MS, isHourly: true }, work),
    runRepeatedly: (what, pauseMs, work) => repeat(what, { pauseMs, isHourly: false }, work),
  };
}

interface RunParts {
  what: string;
  log: Pick<FastifyBaseLogger, "error" | "info">;
  onFailure: (what: string) => void;
  signal: AbortSignal;
}

/**
 * Runs a job once, and logs the rows that fail for the first time.
 * @returns the error that ended the run; null if none did
 */
export async function runJob(
  { what, log, onFailure, signal }: RunParts,
  work: Work,
): Promise<{ error: unknown } | null> {
  let isFailed = false;
  const run: JobRun = {
    signal,
    onStepFailed({ row, attempts, error }) {
      isFailed = true;
      if (attempts === 1)
        log.error({ err: error, row }, `${what} failed for a row, which is tried again; the others are done`);
    },
    onStepRecovered: (row) => log.info({ row }, `${what} succeeded for a row that had failed`),
  };
  let ended: { error: unknown } | null = null;
  try {
    await work(run);
  } catch (error) {
    ended = { error };
  }
  if (isFailed || ended) onFailure(what);
  return ended;
}
