import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";

/** How long the database may take to answer, in milliseconds: whoever asks `/readyz` knows within 2 seconds. */
const ANSWER_MS = 1500;

/** `/livez`: the process is up. `/readyz`: and its database answers, and it is not about to stop. */
export function serveHealth(app: FastifyInstance, database: Database): void {
  app.get("/livez", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "live" }));
  app.get("/readyz", async (request, reply) => {
    reply.header("cache-control", "no-store");
    if (app.isDraining) return reply.code(503).send({ status: "stopping" });
    try {
      const tooLate = wait(ANSWER_MS, undefined, { ref: false }).then(() => {
        throw new Error(`no answer within ${ANSWER_MS} ms`);
      });
      await Promise.race([database.ping(), tooLate]);
      return { status: "ready" };
    } catch (error) {
      request.log.warn({ err: error, reqId: request.id }, "the database does not answer");
      return reply.code(503).send({ status: "the database does not answer" });
    }
  });
}
