import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { json } from "node:stream/consumers";
import { requestBytes } from "./load.ts";

/**
 * Simulates open pages: sockets that read one survey's event stream, in a separate process. Controlled by HTTP requests on
 * PORT: `open`, `report` and `close`.
 */
interface Listener {
  socket: Socket;
  /** Each total with its time of arrival, in Unix milliseconds. */
  heard: { total: number; at: number }[];
}

export interface Opening {
  port: number;
  path: string;
  count: number;
}

/** Milliseconds from a vote's acknowledgement to the event that counts it, over all votes and listeners. */
export interface Delays {
  p50: number;
  p99: number;
  max: number;
  /** Listeners whose last total is not the number of acknowledged votes. */
  wrong: number;
}

/** Sockets opened at the same time; more would overflow the server's backlog. */
const AT_ONCE = 100;
/** One of this many votes is sampled: a round has 10⁸ pairs of votes and listeners. */
const SAMPLE = 20;
const TOTAL = '"totalVotes":';
const LONGEST_MS = 60_000;

let listeners: Listener[] = [];

async function open({ port, path, count }: Opening): Promise<void> {
  while (listeners.length < count) {
    const missing = Math.min(AT_ONCE, count - listeners.length);
    listeners.push(...(await Promise.all(Array.from({ length: missing }, () => listen(port, path)))));
  }
}

/** Resolves when the current totals have arrived. */
function listen(port: number, path: string): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" }, () => socket.write(requestBytes("GET", path)));
    const listener: Listener = { socket, heard: [] };
    socket.once("error", reject);
    socket.on("data", (chunk) => {
      const text = chunk.toString("latin1");
      if (text.startsWith("HTTP/") && !text.startsWith("HTTP/1.1 200")) return reject(new Error(text));
      const [, total] = /(\d+)/.exec(text.slice(text.lastIndexOf(TOTAL))) ?? [];
      if (!text.includes(TOTAL)) return;
      if (listener.heard.length === 0) resolve(listener);
      listener.heard.push({ total: Number(total), at: performance.timeOrigin + performance.now() });
    });
  });
}

/** @param acknowledged times of acknowledgement in order; the n-th vote is in every total of at least n */
function report(acknowledged: number[]): Delays {
  const counts = new Uint32Array(LONGEST_MS + 1);
  let pairs = 0;
  for (const { heard } of listeners) {
    let vote = SAMPLE;
    for (const { total, at } of heard) {
      for (; vote <= total; vote += SAMPLE) {
        const delay = at - (acknowledged[vote - 1] ?? at);
        const slot = Math.min(LONGEST_MS, Math.max(0, Math.ceil(delay)));
        counts[slot] = (counts[slot] ?? 0) + 1;
        pairs += 1;
      }
    }
  }
  const quantile = (share: number) => {
    let received = 0;
    return counts.findIndex((count) => {
      received += count;
      return received >= share * pairs;
    });
  };
  const wrong = listeners.filter(({ heard }) => heard.at(-1)?.total !== acknowledged.length).length;
  return { p50: quantile(0.5), p99: quantile(0.99), max: quantile(1), wrong };
}

function close(): void {
  for (const { socket } of listeners) socket.destroy();
  listeners = [];
}

const orders: Record<string, (body: unknown) => unknown> = {
  "/open": (body) => open(body as Opening),
  "/report": (body) => report(body as number[]),
  "/close": close,
};

createServer(async (request, response) => {
  const done = await orders[request.url ?? ""]?.(await json(request));
  response.end(JSON.stringify(done ?? null));
}).listen(Number(process.env.PORT), "127.0.0.1");
