import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";

/** The time for requests in progress at a stop, in milliseconds; then their connections are cut. */
const GRACE_MS = 10_000;
/** A terminal sends Ctrl-C to npm and to us, and npm forwards it: signals within this time, in ms, count as one. */
const SAME_SIGNAL_MS = 1000;

/** The server of this process's port: an app, or the apps of a demo that resets itself, one after the other. */
export interface Running {
  /** Whether it is about to stop: it still responds, but new clients should go elsewhere. */
  isDraining: boolean;
  readonly log: FastifyBaseLogger;
  readonly server: Server;
  /** Accepts no more connections, and resolves when all requests have got their responses. */
  close(): Promise<unknown>;
}

/**
 * Stops on SIGTERM and SIGINT. First `/readyz` reports it and, for `drainSeconds` after a SIGTERM, requests are still
 * served. Then the server stops accepting connections, finishes accepted requests, tells streams when to reconnect, and
 * calls `close`. A second signal ends the process immediately.
 */
export function stopOnSignals(
  running: Running,
  { drainSeconds, close }: { drainSeconds: number; close: () => Promise<void> },
): void {
  let beganAt: number | null = null;
  const stop = async (signal: string) => {
    running.isDraining = true;
    if (signal === "SIGTERM" && drainSeconds > 0) {
      running.log.info(
        `${signal}: still serving requests for ${drainSeconds} seconds, while /readyz reports not ready.`,
      );
      await sleep(drainSeconds * 1000);
    }
    running.log.info(`${signal}: finishing the requests in progress.`);
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    // Clients whose last response did not say `connection: close` keep idle connections, which would keep the server
    // open.
    const closing = setInterval(() => running.server.closeIdleConnections(), 50);
    await running.close();
    clearInterval(closing);
    await close();
    // Everything important is closed; a pending attempt to reach a collector must not delay the exit.
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"]) {
    process.on(signal, () => {
      const now = performance.now();
      if (beganAt !== null && now - beganAt > SAME_SIGNAL_MS) process.exit(1);
      if (beganAt !== null) return;
      beganAt = now;
      stop(signal).catch((error: unknown) => {
        running.log.fatal({ err: error }, "the stop failed");
        process.exit(1);
      });
    });
  }
}

/**
 * Logs uncaught errors and keeps the server running. A request may hang then, but an attacker who can provoke such an
 * error must not be able to stop the service. The process's memory holds no critical state: a vote is acknowledged
 * after its commit, and its counter changes in the same transaction.
 */
export function surviveErrors(running: Running): void {
  for (const event of ["uncaughtException", "unhandledRejection"])
    process.on(event, (error: unknown) => running.log.fatal({ err: error }, "uncaught error"));
}
