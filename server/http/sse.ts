import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { API_PREFIX, type Endpoint, type InputOf } from "@survey-app/contract/http/endpoint.ts";
import { HEARTBEAT_SECONDS } from "@survey-app/contract/votes/liveTotals.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ApiError } from "./apiError.ts";
import { clientNetworkOf, siteOf } from "./clientNetwork.ts";
import { createConcurrencyLimiter, onceClosed } from "./concurrency.ts";
import { parseInput } from "./parseInput.ts";
import type { ReadLimiter } from "./rateLimit.ts";

/**
 * `perClient`: an office or a school behind one address, with a few open pages per person. `perSite`: an IPv6 site
 * (/48) has thousands of networks, and one customer must not make each event as expensive as thousands of honest pages.
 * `total`: each stream takes a file descriptor and about 20 kB. Rejected pages poll instead, so a stream is closed only
 * in favor of a site that still has fewer streams afterwards (`cutsFromLead`).
 */
const STREAMS = { perClient: 100, perSite: 1000, total: 20_000, retryAfter: 60, cutsFromLead: 2 };
/** For streams that `isCrowd` allows, because the phones in one room share an address. */
const CROWD_STREAMS = { ...STREAMS, perClient: 1500, perSite: 1500 };
/** @param factor LIMITS_FACTOR */
const timesFactor = (streams: typeof STREAMS, factor: number) => ({
  ...streams,
  perClient: streams.perClient * factor,
  perSite: streams.perSite * factor,
});
/**
 * Bytes buffered for a client that doesn't read. Beyond it the stream is closed; the client reconnects and gets the
 * latest totals.
 */
const BACKLOG_MAX = 64 * 1024;
/** Items processed before yielding to the event loop: about four milliseconds, so that votes never wait longer. */
const CHUNK = 400;

/**
 * An event of its own type, so that clients that listen for messages ignore it. It shows a page that its stream still
 * gets through. (Browsers hide comments, and a proxy that holds events back looks like a survey without votes.)
 */
const BEAT = Buffer.from("event: beat\ndata: 1\n\n");

/** An endpoint that responds with events. It is for anyone, because EventSource can't send a token. */
export type SseEndpoint = Endpoint & { method: "GET"; access: "anyone"; stream: true };

/** An open event stream. */
export interface EventStream {
  /** Writes complete events. Closes the stream of a client that reads too slowly. */
  write(events: Buffer): void;
  end(lastEvents: Buffer): void;
}

export interface SseContext<E extends Endpoint> extends InputOf<E> {
  /** The id of the last event that the client received before it reconnected (`Last-Event-ID`). */
  lastEventId: string | null;
  /**
   * Responds with 200 and opens the stream. Until then the handler can throw an ApiError.
   * @param first events to send immediately; without any, a heartbeat is sent, because a page takes a stream without
   *   a first event for one that a proxy holds back
   */
  open(first?: Buffer): EventStream;
  /**
   * Runs `listener` when the connection is closed, with or without an open stream; immediately if it is closed already.
   */
  onClose(listener: () => void): void;
}

/** Registers the handler of one stream: `registerSse(votes.streamSurveyTotals, async ({ open }) => …)`. */
export type RegisterSse = <E extends SseEndpoint>(
  endpoint: E,
  handler: (context: SseContext<E>) => Promise<void>,
  /** Whether an address may have more of these streams than usual; asked once it has as many as usual. */
  isCrowd?: (input: InputOf<E>) => Promise<boolean>,
) => void;

declare module "fastify" {
  interface FastifyInstance {
    /** Ends all event streams, so that their clients connect again. */
    endStreams(): void;
  }
}

/** Creates `registerSse`. When the app closes, all streams end, and their clients reconnect to another instance. */
export function createSseRegistrar(
  app: FastifyInstance,
  { limits, limitsFactor, readLimiter }: { limits: boolean; limitsFactor: number; readLimiter: ReadLimiter },
): RegisterSse {
  const open = new Set<EventStream>();
  const takeSlot = limits ? createConcurrencyLimiter(timesFactor(STREAMS, limitsFactor)) : () => () => {};
  const takeCrowdSlot = createConcurrencyLimiter(timesFactor(CROWD_STREAMS, limitsFactor));
  const heartbeat = setInterval(
    () => void forEachYielding(open, (stream) => stream.write(BEAT)),
    HEARTBEAT_SECONDS * 1000,
  ).unref();
  app.decorate("endStreams", () => {
    for (const stream of open) stream.end(retryEvent());
  });
  app.addHook("preClose", async () => {
    clearInterval(heartbeat);
    app.endStreams();
  });
  return (endpoint, handler, isCrowd) => {
    async function takeSlotOf({ ip }: FastifyRequest, { raw }: FastifyReply, input: InputOf<typeof endpoint>) {
      try {
        return takeSlot(clientNetworkOf(ip), raw, siteOf(ip));
      } catch (error) {
        const isOver = error instanceof ApiError && error.code === "tooFast";
        if (!isOver || !(await isCrowd?.(input))) throw error;
        return takeCrowdSlot(clientNetworkOf(ip), raw, siteOf(ip));
      }
    }
    app.route({
      method: endpoint.method,
      url: API_PREFIX + endpoint.path,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        // The client has disconnected: hijack, because there is nothing to respond to.
        if (reply.raw.closed) return reply.hijack();
        // Opening a stream reads totals, so it counts as a read: it limits clients that connect and disconnect
        // repeatedly.
        readLimiter.admit(request);
        const input = parseInput(endpoint, request) as InputOf<typeof endpoint>;
        const releaseSlot = await takeSlotOf(request, reply, input);
        const onClose = (listener: () => void) => onceClosed(reply.raw, listener);
        try {
          await handler({
            ...input,
            lastEventId: request.headers["last-event-id"]?.toString() ?? null,
            onClose,
            open: (first) => {
              const stream = openStream(reply, first);
              open.add(stream);
              onClose(() => open.delete(stream));
              return stream;
            },
          });
        } finally {
          onClose(releaseSlot);
        }
        return reply;
      },
    });
  };
}

function openStream(reply: FastifyReply, first: Buffer = BEAT): EventStream {
  const { raw } = reply.hijack();
  // Without chunked encoding the body ends with the connection, and an event is one write of bytes that all streams
  // share. The connection could not be reused anyway, because a stream never ends.
  raw.removeHeader("transfer-encoding");
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // Stops nginx from buffering events, where it is not configured to ignore this.
    "x-accel-buffering": "no",
    connection: "close",
  });
  raw.write(Buffer.concat([retryEvent(), first.length > 0 ? first : BEAT]));
  const isClosed = () => raw.destroyed || raw.writableEnded;
  return {
    write(events) {
      if (isClosed()) return;
      raw.write(events);
      if (raw.writableLength > BACKLOG_MAX) raw.destroy();
    },
    end(lastEvents) {
      if (!isClosed()) raw.end(lastEvents);
    },
  };
}

/** Sets the client's reconnection delay: random, so that not all clients reconnect at the same moment. */
function retryEvent(): Buffer {
  return Buffer.from(`retry: ${Math.round(1000 + 2000 * Math.random())}\n\n`);
}

/** Runs `work` for each item, yielding to the event loop regularly so that other requests don't wait. */
export async function forEachYielding<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let done = 0;
  for (const item of items) {
    work(item);
    done += 1;
    if (done % CHUNK === 0) await yieldToEventLoop();
  }
}
