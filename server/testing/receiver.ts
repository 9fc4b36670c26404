import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/** A request that the receiver of webhooks got. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that receives webhooks. */
export interface Receiver {
  url: string;
  received: Received[];
  /** Sets how it responds; at first with 204. */
  respondWith(respond: (response: ServerResponse) => void): void;
  /** Resolves when at least `count` requests have arrived. */
  until(count: number): Promise<Received[]>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let respond: (response: ServerResponse) => void = (response) => void response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ path: request.url ?? "", headers: request.headers, body });
    respond(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    respondWith(next) {
      respond = next;
    },
    async until(count) {
      while (received.length < count) await sleep(5);
      return received;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
