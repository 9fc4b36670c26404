import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { singleFlight } from "../concurrency/singleFlight.ts";
import type { Database } from "../database/database.ts";
import { VERSION } from "./version.ts";

/**
 * Timeout of the database probe, and how long a successful one is reused, in milliseconds. `/readyz` reports a database
 * that stops responding after at most the sum of both, which must be less than 2 seconds. The reuse protects the
 * database from a flood of requests.
 */
const PROBE_TIMEOUT_MS = 1500;
const PROBE_REUSE_MS = 250;
/**
 * The least time between two log entries about an unresponsive database, in milliseconds, so that a flood doesn't fill
 * the log.
 */
const LOG_INTERVAL_MS = 10_000;

/**
 * `/livez`: the process runs, and its version. `/readyz`: the database also accepts writes, and the process is not
 * shutting down.
 */
export function serveHealth(app: FastifyInstance, database: Database): void {
  let readyAt = Number.NEGATIVE_INFINITY;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const probe = singleFlight(() => withTimeout(PROBE_TIMEOUT_MS, database.ping()));
  const requireReady = async () => {
    if (performance.now() - readyAt < PROBE_REUSE_MS) return;
    await probe();
    readyAt = performance.now();
  };

  serveLiveness(app);
  app.get("/readyz", async (request, reply) => {
    reply.header("cache-control", "no-store");
    if (app.isDraining) return reply.code(503).send({ status: "stopping" });
    try {
      await requireReady();
      return { status: "ready" };
    } catch (error) {
      if (performance.now() - loggedAt >= LOG_INTERVAL_MS) {
        loggedAt = performance.now();
        request.log.warn({ err: error, reqId: request.id }, "the database does not answer");
      }
      return reply.code(503).send({ status: "the database does not answer" });
    }
  });
}

/** `/livez`: the process runs, and its version. */
export function serveLiveness(app: FastifyInstance): void {
  app.get("/livez", async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "live", version: VERSION }),
  );
}

async function withTimeout(ms: number, work: Promise<void>): Promise<void> {
  const timeout = wait(ms, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  await Promise.race([work, timeout]);
}
