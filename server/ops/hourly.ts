import type { FastifyInstance } from "fastify";

const HOUR_MS = 3600_000;

/**
 * Does work when the app is ready and every hour from then on. Work that fails is logged and done again in an hour.
 * The signal is aborted when the app closes, which waits for the work.
 */
export function everyHour(app: FastifyInstance, what: string, work: (signal: AbortSignal) => Promise<unknown>): void {
  const closing = new AbortController();
  let underWay: Promise<unknown> = Promise.resolve();
  const run = () => {
    underWay = work(closing.signal).catch((error: unknown) => app.log.error({ err: error }, `${what} failed`));
  };
  let timer: NodeJS.Timeout | undefined;
  app.addHook("onReady", async () => {
    run();
    timer = setInterval(run, HOUR_MS).unref();
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    closing.abort();
    await underWay;
  });
}
