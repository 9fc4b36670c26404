import type { FastifyInstance } from "fastify";

const HOUR_MS = 3600_000;

/** Does work when the app is ready and every hour from then on; one that fails is logged and done again in an hour. */
export function everyHour(app: FastifyInstance, what: string, work: () => Promise<unknown>): void {
  let underWay: Promise<unknown> = Promise.resolve();
  const run = () => {
    underWay = work().catch((error: unknown) => app.log.error({ err: error }, `${what} failed`));
  };
  let timer: NodeJS.Timeout | undefined;
  app.addHook("onReady", async () => {
    run();
    timer = setInterval(run, HOUR_MS).unref();
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await underWay;
  });
}
