import { createServer } from "node:http";

/**
 * Serves the metrics on a separate port, so that they are not public.
 * @returns a function that stops it
 */
export async function serveMetrics(
  registry: { metrics(): Promise<string>; contentType: string },
  { port, host }: { port: number; host: string },
): Promise<() => Promise<void>> {
  const server = createServer({ requestTimeout: 5000 }, async (request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") return response.writeHead(404).end();
    // The metrics can't be read while a worker doesn't respond.
    const body = await registry.metrics().catch(() => null);
    if (body === null) return response.writeHead(503).end();
    response.writeHead(200, { "content-type": registry.contentType, "cache-control": "no-store" }).end(body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(Object.assign(error, { setting: "METRICS_PORT" })));
    server.listen(port, host, resolve);
  });
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}
