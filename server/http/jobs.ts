import { HOUR_MS } from "@survey-app/contract/time.ts";
import type { FastifyInstance } from "fastify";

type Work = (signal: AbortSignal) => Promise<unknown>;

/** Runs the app's jobs. When the app closes, each job's signal is aborted, and the app waits for the run in progress. */
export interface Jobs {
  /** Runs a job when the app is ready, and then every hour. */
  everyHour(what: string, work: Work): void;
  /**
   * Runs a job again and again, with a pause of `pauseMs` milliseconds after each run. Of failures in a row only the first is
   * logged, because an unreachable database fails every run.
   */
  runRepeatedly(what: string, pauseMs: number, work: Work): void;
}

/** @param onFailure called with the name of a job after each failed run; the failure is logged here */
export function createJobs(app: FastifyInstance, onFailure: (what: string) => void): Jobs {
  return {
    everyHour(what, work) {
      const closing = new AbortController();
      let running: Promise<unknown> = Promise.resolve();
      const run = () => {
        running = work(closing.signal).catch((error: unknown) => {
          app.log.error({ err: error }, `${what} failed`);
          onFailure(what);
        });
      };
      let timer: NodeJS.Timeout | undefined;
      app.addHook("onReady", async () => {
        run();
        timer = setInterval(run, HOUR_MS).unref();
      });
      app.addHook("onClose", async () => {
        clearInterval(timer);
        closing.abort();
        await running;
      });
    },

    runRepeatedly(what, pauseMs, work) {
      const closing = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      let running: Promise<void> = Promise.resolve();
      let hasFailed = false;

      async function run(): Promise<void> {
        try {
          await work(closing.signal);
          hasFailed = false;
        } catch (error) {
          if (!hasFailed) app.log.error({ err: error }, `${what} failed`);
          hasFailed = true;
          onFailure(what);
        }
        schedule();
      }

      function schedule(): void {
        timer = setTimeout(() => {
          running = run();
        }, pauseMs).unref();
      }

      schedule();
      app.addHook("onClose", async () => {
        closing.abort();
        await running;
        clearTimeout(timer);
      });
    },
  };
}
