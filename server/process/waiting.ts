import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";
import { apiError } from "../http/apiError.ts";
import { handlePageError } from "../http/errorPage.ts";
import { serveLiveness } from "../http/health.ts";
import { createHttpServer } from "../http/httpServer.ts";
import { createReaderLanguage } from "../http/readerLanguage.ts";
import { listen } from "./listen.ts";
import { WAITING } from "./workers.ts";

export type WaitingConfig = Pick<
  Config,
  "publicUrl" | "corsOrigins" | "trustProxy" | "logLevel" | "languages" | "port" | "host"
>;

/** The seconds after which clients try again. */
const RETRY_SECONDS = 10;

/**
 * Listens in place of the app during work at the start that can take minutes, so that supervisors see a running
 * process. `/livez` responds as always, `/readyz` says that the server is starting, and everything else gets "busy".
 * @returns the server; close it before the app listens
 */
export async function serveWaiting(config: WaitingConfig): Promise<FastifyInstance> {
  const readerLanguage = createReaderLanguage(config, config.publicUrl);
  const app = await createHttpServer({ ...config, readerLanguage }, { respond: () => false });
  serveLiveness(app);
  app.get("/readyz", async (_request, reply) =>
    reply.header("cache-control", "no-store").code(503).send({ status: "starting" }),
  );
  app.all("/*", {
    errorHandler: handlePageError,
    // Before the body is read.
    onRequest: async () => {
      throw apiError("busy", { retryAfter: RETRY_SECONDS });
    },
    handler: async () => {},
  });
  process.send?.(WAITING.begins);
  app.addHook("onClose", async () => void process.send?.(WAITING.ends));
  await listen((address) => app.listen(address), config);
  return app;
}
