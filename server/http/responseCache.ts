import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import type { EventBus } from "../database/events.ts";
import { apiError } from "./apiError.ts";
import { trackLastChanges } from "./lastChanges.ts";

/** Bytes of answers that are kept, with what was compressed of them. */
const KEPT_BYTES = 32 * 1024 * 1024;
/** The largest answer that is kept: one must not push all others out. */
const ANSWER_MAX_BYTES = 1024 * 1024;
/** What an answer takes besides its bodies and its key: headers, tag, and its entry. */
const KEPT_OVERHEAD_BYTES = 2000;
/** Bytes of addresses whose meaning is remembered. */
const ADDRESSES_BYTES = 4 * 1024 * 1024;
const ADDRESS_MAX_BYTES = 4096;
const ADDRESS_OVERHEAD_BYTES = 200;
/** Answers that are made at the same time. Each holds a connection and what it has read so far. */
const UNDER_WAY_MAX = 1000;
/** While votes come in, an answer is made anew this often at most, in milliseconds. Live totals move as often. */
const PACE_MS = 500;
/** How long an answer holds if nobody tells of a change, in milliseconds: it may depend on the time too. */
const HOLDS_MS = 2000;
/** Smaller bodies gain nothing by compression. */
const COMPRESSED_FROM = 1000;

/** What a request asks for, as it was understood. */
export interface CacheRequest {
  /** Equal for all requests that get the same answer: parsed, with defaults, without what nobody reads. */
  key: string;
  /** The address as it was sent. */
  url: string;
  /** The pattern of the address. */
  route: string;
  /** The survey that the answer is about; null if it is about several. */
  about: string | null;
  /** Whether votes count at once instead of after half a second. */
  isExact: boolean;
  /** Whether it is the answer for requests without a cookie only. */
  readsCookie: boolean;
}

/** What everybody is answered. */
export interface CacheableResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}

/** An answer that is ready to be sent, to anybody. */
export interface CachedResponse extends Omit<CacheableResponse, "body">, Omit<CacheRequest, "url"> {
  /** When making it began, by `performance.now()`: what changed after that it may not know. */
  since: number;
  body: Buffer;
  etag: string;
  /** The headers that say that nothing has changed. */
  unchanged: OutgoingHttpHeaders;
  /** The body as it is compressed for the first who asks for it so. */
  compressed: Map<Encoding, Buffer | Promise<Buffer>>;
}

type Encoding = "br" | "gzip";

/**
 * Answers that are the same for everybody are made once and kept until something they show changes: rendered pages and
 * the calls that visitors make. What only votes have moved may be half a second old; all else is never shown again.
 */
export interface ResponseCache {
  /** Answers a request whose address was understood before from what is kept; false if it has to be looked into. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * The answer to what is asked: kept, or made once for all who ask for it meanwhile.
   * @param make makes it; `admit` comes before, and refuses whoever asks for too much that has to be made
   */
  find(
    asked: CacheRequest,
    work: { admit: () => void; make: () => Promise<CacheableResponse> },
  ): Promise<CachedResponse>;
  send(answer: CachedResponse, request: IncomingMessage, response: ServerResponse): void;
}

/** An answer that was sent again. */
export interface CacheHit {
  method: string;
  route: string;
  status: number;
  seconds: number;
}

/** @param onKept hears of every answer that is sent from what is kept, if somebody measures them */
export function createResponseCache(events: EventBus, onKept?: (answer: CacheHit) => void): ResponseCache {
  const news = trackLastChanges(events);
  // In boxes, because an answer weighs more once it is compressed, and only a new value is weighed again.
  const kept = new LRUCache<string, { answer: CachedResponse }>({
    maxSize: KEPT_BYTES,
    maxEntrySize: ANSWER_MAX_BYTES,
    sizeCalculation: ({ answer }) => weigh(answer),
  });
  // What an address means never changes. So one that was looked into once is answered without being looked into again.
  const keys = new LRUCache<string, string>({
    maxSize: ADDRESSES_BYTES,
    maxEntrySize: ADDRESS_MAX_BYTES,
    sizeCalculation: (key, url) => ADDRESS_OVERHEAD_BYTES + key.length + url.length,
  });
  const underWay = new Map<string, { since: number; answer: Promise<CachedResponse> }>();

  /** Whether an answer may be sent again, asked for now. */
  function holds(answer: CachedResponse): boolean {
    const changed = news.lastChangeOf(answer.about);
    if (changed.more >= answer.since) return false;
    if (answer.isExact && changed.totals >= answer.since) return false;
    const now = performance.now();
    const age = now - answer.since;
    if (age < PACE_MS) return true;
    if (age < HOLDS_MS && changed.totals < answer.since) return true;
    // One request renews it; meanwhile the others get what there is, as long as that is not too old.
    return age < HOLDS_MS + PACE_MS && now - changed.totals < PACE_MS && underWay.has(answer.key);
  }

  async function keep(
    { url: _, ...asked }: CacheRequest,
    since: number,
    make: () => Promise<CacheableResponse>,
  ): Promise<CachedResponse> {
    const answer = finish(asked, since, await make());
    const isKnownNewer = (kept.peek(answer.key)?.answer.since ?? 0) > since;
    if ((answer.status === 200 || answer.status === 404) && !isKnownNewer) kept.set(answer.key, { answer });
    return answer;
  }

  function send(answer: CachedResponse, request: IncomingMessage, response: ServerResponse): void {
    const { "if-none-match": tag, "accept-encoding": accepted } = request.headers;
    if (tag === answer.etag) {
      response.writeHead(304, answer.unchanged).end();
      return;
    }
    const encoding = answer.body.length < COMPRESSED_FROM ? null : encodingFor(accepted);
    const bytes = encoding ? (answer.compressed.get(encoding) ?? compressOnce(answer, encoding)) : answer.body;
    const write = (body: Buffer) => {
      response.writeHead(answer.status, {
        ...answer.headers,
        ...(encoding && { "content-encoding": encoding }),
        "content-length": body.length,
      });
      response.end(request.method === "HEAD" ? undefined : body);
    };
    // Zlib refuses no body: what fails is memory, and the connection ends without an answer.
    if (bytes instanceof Promise) bytes.then(write, () => response.destroy());
    else write(bytes);
  }

  /** Beside the thread that serves votes, once for all who wait for it. */
  function compressOnce(answer: CachedResponse, encoding: Encoding): Promise<Buffer> {
    const compressing = compress(answer.body, encoding).then((bytes) => {
      answer.compressed.set(encoding, bytes);
      if (kept.peek(answer.key)?.answer === answer) kept.set(answer.key, { answer });
      return bytes;
    });
    answer.compressed.set(encoding, compressing);
    return compressing;
  }

  return {
    answer(request, response) {
      if (request.method !== "GET" || request.headers.authorization !== undefined) return false;
      const key = keys.get(request.url ?? "");
      const answer = key === undefined ? undefined : kept.get(key)?.answer;
      if (!answer || (answer.readsCookie && request.headers.cookie !== undefined) || !holds(answer)) return false;
      const since = performance.now();
      send(answer, request, response);
      if (onKept) {
        const status = request.headers["if-none-match"] === answer.etag ? 304 : answer.status;
        onKept({ method: "GET", route: answer.route, status, seconds: (performance.now() - since) / 1000 });
      }
      return true;
    },
    async find(asked, { admit, make }) {
      const { key, url, about } = asked;
      const known = kept.get(key)?.answer;
      if (known && keys.peek(url) !== key) keys.set(url, key);
      if (known && holds(known)) return known;
      const running = underWay.get(key);
      const changed = news.lastChangeOf(about);
      const isLate = running && (changed.more >= running.since || (asked.isExact && changed.totals >= running.since));
      if (running && !isLate) return running.answer;
      admit();
      if (underWay.size >= UNDER_WAY_MAX) throw apiError("busy", { retryAfter: 1 });
      const since = performance.now();
      const begun = { since, answer: keep(asked, since, make) };
      underWay.set(key, begun);
      const end = () => {
        if (underWay.get(key) === begun) underWay.delete(key);
      };
      begun.answer.then(end, end);
      return begun.answer;
    },
    send,
  };
}

function weigh({ key, body, compressed }: CachedResponse): number {
  let bytes = KEPT_OVERHEAD_BYTES + key.length + body.length;
  for (const each of compressed.values()) if (each instanceof Buffer) bytes += each.length;
  return bytes;
}

function finish(asked: Omit<CacheRequest, "url">, since: number, made: CacheableResponse): CachedResponse {
  const body = Buffer.from(made.body);
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const vary = `accept-encoding, authorization, origin${asked.readsCookie ? ", cookie" : ""}`;
  const headers = { ...made.headers, "cache-control": "no-cache", vary, etag };
  const { "content-type": _, ...unchanged } = headers as OutgoingHttpHeaders;
  return { ...asked, since, status: made.status, headers, unchanged, body, etag, compressed: new Map() };
}

function encodingFor(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return null;
  const accepts = (name: Encoding) =>
    new RegExp(`(^|[,\\s])${name}(?![\\w-]|\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted);
  return accepts("br") ? "br" : accepts("gzip") ? "gzip" : null;
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "gzip") return toGzip(body);
  // Quality 5 is smaller than gzip at its best, and as fast as gzip at its fastest.
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return toBrotli(body, { params: { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_SIZE_HINT]: body.length } });
}

/** The headers that a reply has got so far, for an answer that is sent without it; not those for one origin (CORS). */
export function headersOf(reply: FastifyReply): OutgoingHttpHeaders {
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => !name.startsWith("access-control-"));
  return Object.fromEntries(headers) as OutgoingHttpHeaders;
}
