import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database.ts";

/** `/livez`: the process is up. `/readyz`: and its database answers. */
export function serveHealth(app: FastifyInstance, database: Database): void {
  app.get("/livez", async (_request, reply) => reply.header("cache-control", "no-store").send({ status: "live" }));
  app.get("/readyz", async (request, reply) => {
    reply.header("cache-control", "no-store");
    try {
      await database.ping();
      return { status: "ready" };
    } catch (error) {
      request.log.warn({ err: error }, "the database does not answer");
      return reply.code(503).send({ status: "the database does not answer" });
    }
  });
}
