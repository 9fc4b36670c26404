import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** Requests under way at a stop get this long, in milliseconds, before their connections are cut. */
const GRACE_MS = 10_000;
/** A terminal sends Ctrl-C to npm and to us, and npm passes it on: within this time, in milliseconds, it is one. */
const SAME_SIGNAL_MS = 1000;

/**
 * Stops on SIGTERM and SIGINT: `/readyz` says so first and, for `drainSeconds` after a SIGTERM, everybody is still
 * answered; then no connection is taken any more, what was accepted is answered, streams are told when to come back,
 * and `close` closes what they needed. A second signal ends the process at once.
 */
export function stopOnSignals(
  app: FastifyInstance,
  { drainSeconds, close }: { drainSeconds: number; close: () => Promise<void> },
): void {
  let beganAt: number | null = null;
  const stop = async (signal: string) => {
    app.isDraining = true;
    if (signal === "SIGTERM" && drainSeconds > 0) {
      app.log.info(`${signal}: answering for ${drainSeconds} more seconds, as not ready.`);
      await sleep(drainSeconds * 1000);
    }
    app.log.info(`${signal}: finishing what is under way.`);
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    // Those who were answered before they could be told to go keep their connections, and with them the server.
    const closing = setInterval(() => app.server.closeIdleConnections(), 50);
    await app.close();
    clearInterval(closing);
    await close();
    // All that counts is closed: what still waits, like a try to reach a collector, may not keep us.
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, () => {
      const now = performance.now();
      if (beganAt !== null && now - beganAt > SAME_SIGNAL_MS) process.exit(1);
      if (beganAt !== null) return;
      beganAt = now;
      stop(signal).catch((error: unknown) => {
        app.log.fatal({ err: error }, "the stop failed");
        process.exit(1);
      });
    });
  }
}

/**
 * What nobody caught is logged, and the server goes on. One request of somebody may hang; but whoever finds a way to
 * provoke such an error must not be able to end the service with it, and nothing that counts is in this process's
 * memory: a vote is acknowledged after its commit, and its counter moves in the same transaction.
 */
export function surviveErrors(app: FastifyInstance): void {
  for (const event of ["uncaughtException", "unhandledRejection"])
    process.on(event, (error: unknown) => app.log.fatal({ err: error }, "an error that nobody caught"));
}
