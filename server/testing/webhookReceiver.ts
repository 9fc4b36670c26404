import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Received {
  type: string;
  /** The id of the event. */
  id: string;
  body: string;
  signature: string;
}

/** Receives webhooks and records them. */
export interface WebhookReceiver {
  url: string;
  received: Received[];
  /** The types of the received events, in order. */
  types(): string[];
  /** The statuses of the next responses; 200 after that. */
  statuses: number[];
  close(): Promise<void>;
}

export async function receiveWebhooks(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    const { type, id } = JSON.parse(body);
    received.push({ type, id, body, signature: String(request.headers["stripe-signature"]) });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    statuses,
    types: () => received.map(({ type }) => type),
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
