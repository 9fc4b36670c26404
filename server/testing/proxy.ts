import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts an HTTP server on a free port. */
export async function startProxy(listener: RequestListener): Promise<{ server: Server; port: number; close(): void }> {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    server,
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      // Also the requests that never get a response.
      server.closeAllConnections();
    },
  };
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const part of request.setEncoding("utf8")) body += part;
  return body;
}
