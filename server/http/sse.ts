import { setImmediate as nextTurn } from "node:timers/promises";
import type { Endpoint, InputOf } from "@survey-app/contract/endpoint.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { clientNetworkOf, siteOf } from "./clientNetwork.ts";
import { createConcurrencyLimiter, onceClosed } from "./concurrency.ts";
import { API_PREFIX, parseInput } from "./endpoints.ts";
import type { ReadLimiter } from "./rateLimit.ts";

/** Proxies cut what has been silent for a minute, some sooner. */
const HEARTBEAT_MS = 15_000;
/**
 * For one address: an office or a school behind it, a few pages for everybody there. For an IPv6 site (/48), which has
 * thousands of those: one customer must not make each event cost as much as thousands of honest pages. In all: each takes
 * a file descriptor and some 20 kB. Pages that are refused ask from time to time instead, so one is cut only for a site
 * that would have fewer even then.
 */
const STREAMS = { perClient: 100, perSite: 1000, inAll: 20_000, retryAfter: 60, cutsFromLead: 2 };
/** Bytes that may wait for a listener who does not read; beyond it they are cut, and come back for the newest. */
const BACKLOG_MAX = 64 * 1024;
/** Streams written to before the event loop turns: some four milliseconds, so that votes never wait longer. */
const TURN = 400;

const HEARTBEAT = Buffer.from(":\n\n");

/** A call that is answered by events. Anyone may listen: EventSource can't send a token. */
export type SseEndpoint = Endpoint & { method: "GET"; access: "anyone"; stream: true };

/** An open stream of events. */
export interface EventStream {
  /** Writes whole events. One who reads too slowly is cut. */
  write(events: Buffer): void;
  end(lastEvents: Buffer): void;
}

interface StreamExchange<C extends Endpoint> extends InputOf<C> {
  /** The id of the last event that the listener got before its connection was cut. */
  lastEventId: string | null;
  /** Answers 200 and opens the stream. Before that the handler can refuse. */
  open(): EventStream;
  /** Runs `listener` when the connection is over, refused or open; at once if the client has left already. */
  onClose(listener: () => void): void;
}

/** Serves one declared stream: `serveStream(votes.live, async ({ open }) => …)`. */
export type RegisterSse = <C extends SseEndpoint>(
  call: C,
  handler: (exchange: StreamExchange<C>) => Promise<void>,
) => void;

/** Makes `serveStream`, what `serve` is for calls. When the app closes, all streams end and come back elsewhere. */
export function createSseRegistrar(
  app: FastifyInstance,
  { limits, reads }: { limits: boolean; reads: ReadLimiter },
): RegisterSse {
  const open = new Set<EventStream>();
  const takeSlot = limits ? createConcurrencyLimiter(STREAMS) : () => () => {};
  const heart = setInterval(
    () => void forEachYielding(open, (stream) => stream.write(HEARTBEAT)),
    HEARTBEAT_MS,
  ).unref();
  app.addHook("preClose", async () => {
    clearInterval(heart);
    for (const stream of open) stream.end(retryEvent());
  });
  return (call, handler) => {
    app.route({
      method: call.method,
      url: API_PREFIX + call.path,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        // Nobody reads it any more: hijacked, because there is nothing to answer.
        if (reply.raw.closed) return reply.hijack();
        // Opening one reads totals: a client that opens and leaves again and again is held back as by any other read.
        reads.admit(request);
        const giveBack = takeSlot(clientNetworkOf(request.ip), reply.raw, siteOf(request.ip));
        const onClose = (listener: () => void) => onceClosed(reply.raw, listener);
        try {
          await handler({
            ...(parseInput(call, request) as InputOf<typeof call>),
            lastEventId: request.headers["last-event-id"]?.toString() ?? null,
            onClose,
            open: () => {
              const stream = openStream(reply);
              open.add(stream);
              onClose(() => open.delete(stream));
              return stream;
            },
          });
        } finally {
          onClose(giveBack);
        }
        return reply;
      },
    });
  };
}

function openStream(reply: FastifyReply): EventStream {
  const { raw } = reply.hijack();
  // Sent without chunks, to the connection's end: an event is then one write of bytes that all listeners share. A
  // stream would never give its connection back anyway.
  raw.removeHeader("transfer-encoding");
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // nginx would gather events before it passes them on.
    "x-accel-buffering": "no",
    connection: "close",
  });
  raw.write(retryEvent());
  const isOver = () => raw.destroyed || raw.writableEnded;
  return {
    write(events) {
      if (isOver()) return;
      raw.write(events);
      if (raw.writableLength > BACKLOG_MAX) raw.destroy();
    },
    end(lastEvents) {
      if (!isOver()) raw.end(lastEvents);
    },
  };
}

/** When to come back after a cut: not all in the same moment. */
function retryEvent(): Buffer {
  return Buffer.from(`retry: ${Math.round(1000 + 2000 * Math.random())}\n\n`);
}

/** Does something with each of many without holding up everybody else. */
export async function forEachYielding<T>(all: Iterable<T>, work: (each: T) => void): Promise<void> {
  let done = 0;
  for (const each of all) {
    work(each);
    done += 1;
    if (done % TURN === 0) await nextTurn();
  }
}
