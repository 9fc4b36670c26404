import { HOUR_MS } from "@survey-app/contract/time.ts";
import type { FastifyInstance } from "fastify";

/**
 * Runs a job when the app is ready, and then every hour. A failed job is logged and runs again after an hour. When the app
 * closes, it aborts the signal and waits for the job.
 */
export function everyHour(app: FastifyInstance, what: string, work: (signal: AbortSignal) => Promise<unknown>): void {
  const closing = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  const run = () => {
    running = work(closing.signal).catch((error: unknown) => app.log.error({ err: error }, `${what} failed`));
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
}

/**
 * Runs a job again and again, with a pause of `pauseMs` milliseconds after each run. Of failures in a row only the first is
 * logged, because an unreachable database fails every run. When the app closes, it aborts the signal and waits for the job.
 */
export function runRepeatedly(
  app: FastifyInstance,
  what: string,
  pauseMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
): void {
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
}
