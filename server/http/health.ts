import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";

/** How long the database may take to answer, in milliseconds: whoever asks `/readyz` knows within 2 seconds. */
const ANSWER_MS = 1500;
/** A probe that succeeded answers everyone who asks within this time, in milliseconds, so that a flood costs nothing. */
const PROBE_MS = 1000;
/** While the database does not answer, one line in so many milliseconds says so: a flood of requests is none of lines. */
const LINE_MS = 10_000;

/** `/livez`: the process is up. `/readyz`: and its database would take a write, and it is not about to stop. */
export function serveHealth(app: FastifyInstance, database: Database): void {
  let readyAt = Number.NEGATIVE_INFINITY;
  let saidAt = Number.NEGATIVE_INFINITY;
  let probe: Promise<void> | undefined;
  const demandReady = async () => {
    if (performance.now() - readyAt < PROBE_MS) return;
    probe ??= within(ANSWER_MS, database.ping()).finally(() => {
      probe = undefined;
    });
    await probe;
    readyAt = performance.now();
  };

  app.get("/livez", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "live" }));
  app.get("/readyz", async (request, reply) => {
    reply.header("cache-control", "no-store");
    if (app.isDraining) return reply.code(503).send({ status: "stopping" });
    try {
      await demandReady();
      return { status: "ready" };
    } catch (error) {
      if (performance.now() - saidAt >= LINE_MS) {
        saidAt = performance.now();
        request.log.warn({ err: error, reqId: request.id }, "the database does not answer");
      }
      return reply.code(503).send({ status: "the database does not answer" });
    }
  });
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const tooLate = wait(ms, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  await Promise.race([work, tooLate]);
}
