import { createServer } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";

/** Serves the metrics until the app closes, on a separate port, so that they are not public. */
export async function serveMetrics(
  app: FastifyInstance,
  registry: Registry,
  { port, host }: { port: number; host: string },
): Promise<void> {
  const server = createServer({ requestTimeout: 5000 }, async (request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") return response.writeHead(404).end();
    const body = await registry.metrics();
    response.writeHead(200, { "content-type": registry.contentType, "cache-control": "no-store" }).end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(Object.assign(error, { setting: "METRICS_PORT" })));
    server.listen(port, host, resolve);
  });
  app.addHook("onClose", async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
}
