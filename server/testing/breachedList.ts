import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Behavior = (request: IncomingMessage, response: ServerResponse) => void;

export interface BreachedList {
  /** The URL for the setting BREACHED_PASSWORDS_URL. */
  url: string;
  asked: Pick<IncomingMessage, "url" | "headers">[];
  /** Adds a password to the list, with the number of times it was found in breaches. */
  add(password: string, count: number): void;
  /** Sets the next responses; null for responses by the protocol. */
  behave(behavior: Behavior | null): void;
  close(): Promise<void>;
}

const hashOf = (password: string) => createHash("sha1").update(password).digest("hex").toUpperCase();

/** A real HTTP server that speaks the range protocol of Have I Been Pwned. */
export async function startBreachedList(): Promise<BreachedList> {
  const counts = new Map<string, number>();
  const asked: BreachedList["asked"] = [];
  let behavior: Behavior | null = null;
  const server = createServer((request, response) => {
    const { url = "", headers } = request;
    asked.push({ url, headers });
    if (behavior) return behavior(request, response);
    const prefix = /^\/range\/([0-9A-F]{5})$/.exec(url)?.[1];
    if (!prefix) return response.writeHead(400).end();
    const matches = [...counts].filter(([hash]) => hash.startsWith(prefix)).map(([hash, n]) => `${hash.slice(5)}:${n}`);
    const padding = Array.from({ length: 800 }, (_, index) => `${hashOf(`padding ${index}`).slice(5)}:0`);
    response.writeHead(200, { "content-type": "text/plain" }).end([...padding, ...matches].sort().join("\r\n"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/range`,
    asked,
    add: (password, count) => counts.set(hashOf(password), count),
    behave(next) {
      behavior = next;
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}
