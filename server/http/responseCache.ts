import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Language } from "@survey-app/texts/languages.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { EventBus } from "../database/events.ts";
import { apiError } from "./apiError.ts";
import { trackLastChanges } from "./lastChanges.ts";
import type { ReadLimiter } from "./rateLimit.ts";

/** The size of the cache, compressed bodies included. */
const CACHE_MAX_BYTES = 32 * 1024 * 1024;
/**
 * The largest body of a cached response, so that one can't evict all others. A list read whole stays below
 * (listResponse.ts).
 */
const BODY_MAX_BYTES = 1024 * 1024;
/** The same with its compressed bodies, which are nearly as large where texts hardly compress. */
const RESPONSE_MAX_BYTES = 3 * BODY_MAX_BYTES;
/** The memory that a cached response takes besides its bodies and key: headers, ETag, cache entry. */
const RESPONSE_OVERHEAD_BYTES = 2000;
/** The size of the map from URLs to cache keys. */
const URLS_MAX_BYTES = 4 * 1024 * 1024;
const URL_MAX_BYTES = 4096;
const URL_OVERHEAD_BYTES = 200;
/** Responses produced at the same time, at most. Each holds a connection and what it has read so far. */
const IN_FLIGHT_MAX = 1000;
/** While votes come in, a response is refreshed at most this often, in milliseconds: as often as live totals. */
const REFRESH_MS = 500;
/** The lifetime of a response without any change event, in milliseconds, because it may also depend on the time. */
const MAX_AGE_MS = 2000;
/** The smallest body that is compressed, in bytes; smaller ones don't benefit. */
const COMPRESSION_MIN_BYTES = 1000;

/** A request for a cacheable response, after parsing. */
export interface CacheRequest {
  /** Equal for all requests that get the same response: parsed input with defaults, without unknown fields. */
  key: string;
  /** The URL as the client sent it; null if the next request for it must not be answered without parsing. */
  url: string | null;
  /** The language of the response's words; null for a response without words, which all readers share. */
  language?: Language | null;
  /** The route pattern, for metrics. */
  route: string;
  /** The survey that the response is about; null if it is about several. */
  about: string | null;
  /** Whether a new vote invalidates the response immediately instead of after half a second. */
  isExact?: boolean;
  /** Whether the response is only for requests without a cookie. */
  readsCookie?: boolean;
}

/** A response that is the same for everyone. */
interface CacheableResponse {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}

/** A response that is ready to be sent to anyone. */
interface CachedResponse extends Omit<CacheRequest, "url"> {
  /** When producing it began, by `performance.now()`: it may lack changes after that. */
  since: number;
  status: number;
  etag: string;
  headers: OutgoingHttpHeaders;
  uncompressed: Message;
  /** Each created by the first request that accepts the encoding. */
  compressed: Map<Encoding, Message | Promise<Message>>;
  /** The headers of a 304 response. */
  notModifiedHeaders: FlatHeaders;
}

/** The part of a response after the status. */
interface Message {
  headers: FlatHeaders;
  body: Buffer;
}

/**
 * Alternating names and values. Node copies such an array at half the cost of an object, whose entries it checks one by
 * one.
 */
type FlatHeaders = string[];

type Encoding = "br" | "gzip";

/**
 * Caches responses that are the same for everyone, which are rendered pages and visitors' API reads, until something
 * that they show changes. After new votes a response may be up to half a second old; any other change invalidates it
 * immediately.
 */
export interface ResponseCache {
  /**
   * Responds from the cache to a request whose URL was seen before.
   * @returns false if the request needs normal handling
   */
  respond(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * Returns the cached response, or produces one for all requests that ask for it meanwhile.
   * @param work `make` produces the response; `admit` runs before it and throws for clients over their limit of reads
   * @throws ApiError `busy` when too many responses are being produced
   */
  find(
    request: CacheRequest,
    work: { admit: () => void; make: () => Promise<CacheableResponse> },
  ): Promise<CachedResponse>;
  send(cached: CachedResponse, request: IncomingMessage, response: ServerResponse): void;
}

/** A response that was sent from the cache, for metrics. */
export interface CacheHit {
  method: string;
  route: string;
  status: number;
  seconds: number;
}

/**
 * @param languageOf the language of the words in the response to a request; null if it has none, in which case all
 *   readers share it
 * @param isPersonal whether the response depends on what the browser remembers, so that it can't be found by its URL
 *   alone
 * @param onHit is called for every response sent from the cache, for metrics
 */
export function createResponseCache(
  events: EventBus,
  {
    languageOf = () => null,
    isPersonal = () => false,
    onHit,
  }: {
    languageOf?: (request: IncomingMessage) => Language | null;
    isPersonal?: (request: IncomingMessage) => boolean;
    onHit?: ((hit: CacheHit) => void) | undefined;
  } = {},
): ResponseCache {
  const changes = trackLastChanges(events);
  // Wrapped in objects, because a response grows once it is compressed, and the cache recalculates the size only of a
  // new value.
  const cache = new LRUCache<string, { cached: CachedResponse }>({
    maxSize: CACHE_MAX_BYTES,
    maxEntrySize: RESPONSE_MAX_BYTES,
    sizeCalculation: ({ cached }) => sizeOf(cached),
  });
  // The cache key of a URL never changes, so a URL that was parsed once doesn't need to be parsed again. Pages have a
  // key for each language.
  const keys = new LRUCache<string, string>({
    maxSize: URLS_MAX_BYTES,
    maxEntrySize: URL_MAX_BYTES,
    sizeCalculation: (key, url) => URL_OVERHEAD_BYTES + key.length + url.length,
  });
  const urlKey = (url: string, language: Language | null) => (language === null ? url : `${language} ${url}`);
  const inFlight = new Map<string, { since: number; response: Promise<CachedResponse> }>();

  /** Whether a cached response may be sent now. */
  function isFresh(cached: CachedResponse): boolean {
    const changed = changes.lastChangeOf(cached.about);
    if (changed.other >= cached.since) return false;
    if (cached.isExact && changed.totals >= cached.since) return false;
    const now = performance.now();
    const age = now - cached.since;
    if (age < REFRESH_MS) return true;
    if (age < MAX_AGE_MS && changed.totals < cached.since) return true;
    // Stale while revalidate: one request refreshes it, and the others meanwhile get the cached one, unless it is too
    // old.
    return age < MAX_AGE_MS + REFRESH_MS && now - changed.totals < REFRESH_MS && inFlight.has(cached.key);
  }

  async function produce(
    { url: _, ...request }: CacheRequest,
    since: number,
    make: () => Promise<CacheableResponse>,
  ): Promise<CachedResponse> {
    const cached = finish(request, since, await make());
    const hasNewer = (cache.peek(cached.key)?.cached.since ?? 0) > since;
    const isCacheable = [200, 404, 410].includes(cached.status) && cached.uncompressed.body.length <= BODY_MAX_BYTES;
    if (isCacheable && !hasNewer) cache.set(cached.key, { cached });
    return cached;
  }

  function send(cached: CachedResponse, request: IncomingMessage, response: ServerResponse): void {
    const { "if-none-match": tag, "accept-encoding": accepted } = request.headers;
    if (tag === cached.etag) {
      response.writeHead(304, cached.notModifiedHeaders).end();
      return;
    }
    const encoding = cached.uncompressed.body.length < COMPRESSION_MIN_BYTES ? null : encodingFor(accepted);
    const message = encoding
      ? (cached.compressed.get(encoding) ?? compressOnce(cached, encoding))
      : cached.uncompressed;
    const write = ({ headers, body }: Message) => {
      response.writeHead(cached.status, headers).end(request.method === "HEAD" ? undefined : body);
    };
    // Zlib accepts any body, so only memory can have run out: close the connection without a response.
    if (message instanceof Promise) message.then(write, () => response.destroy());
    else write(message);
  }

  /**
   * Compresses a body in zlib's thread pool, away from the thread that serves votes, and once for all who wait for it.
   */
  function compressOnce(cached: CachedResponse, encoding: Encoding): Promise<Message> {
    const compressing = compress(cached.uncompressed.body, encoding).then((body) => {
      const message = messageOf({ ...cached.headers, "content-encoding": encoding }, body);
      cached.compressed.set(encoding, message);
      if (cache.peek(cached.key)?.cached === cached) cache.set(cached.key, { cached });
      return message;
    });
    cached.compressed.set(encoding, compressing);
    return compressing;
  }

  return {
    respond(request, response) {
      if (request.method !== "GET" || request.headers.authorization !== undefined || isPersonal(request)) return false;
      const key = keys.get(urlKey(request.url ?? "", languageOf(request)));
      const cached = key === undefined ? undefined : cache.get(key)?.cached;
      if (!cached || (cached.readsCookie && request.headers.cookie !== undefined) || !isFresh(cached)) return false;
      const since = performance.now();
      send(cached, request, response);
      if (onHit) {
        const status = request.headers["if-none-match"] === cached.etag ? 304 : cached.status;
        onHit({ method: "GET", route: cached.route, status, seconds: (performance.now() - since) / 1000 });
      }
      return true;
    },
    async find(request, { admit, make }) {
      const { key, url, about, language = null } = request;
      const cached = cache.get(key)?.cached;
      if (cached && url !== null) {
        const known = urlKey(url, language);
        if (keys.peek(known) !== key) keys.set(known, key);
      }
      if (cached && isFresh(cached)) return cached;
      const running = inFlight.get(key);
      const changed = changes.lastChangeOf(about);
      const isStale =
        running && (changed.other >= running.since || (request.isExact && changed.totals >= running.since));
      if (running && !isStale) return running.response;
      admit();
      if (inFlight.size >= IN_FLIGHT_MAX) throw apiError("busy", { retryAfter: 1 });
      const since = performance.now();
      const started = { since, response: produce(request, since, make) };
      inFlight.set(key, started);
      const end = () => {
        if (inFlight.get(key) === started) inFlight.delete(key);
      };
      started.response.then(end, end);
      return started.response;
    },
    send,
  };
}

function sizeOf({ key, uncompressed, compressed }: CachedResponse): number {
  let bytes = RESPONSE_OVERHEAD_BYTES + key.length + uncompressed.body.length;
  for (const each of compressed.values()) if (!(each instanceof Promise)) bytes += each.body.length;
  return bytes;
}

function finish(request: Omit<CacheRequest, "url">, since: number, response: CacheableResponse): CachedResponse {
  const body = Buffer.from(response.body);
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const { language = null, readsCookie } = request;
  const byReader = language === null ? "" : ", accept-language";
  const vary = `accept-encoding, authorization, origin${byReader}${byReader || readsCookie ? ", cookie" : ""}`;
  const worded = language !== null && { "content-language": language };
  // An embedded survey can be in a different language than its reader's.
  const headers = { ...worded, ...response.headers, "cache-control": "no-cache", vary, etag };
  const { "content-type": _, ...notModified } = headers as OutgoingHttpHeaders;
  return {
    ...request,
    since,
    status: response.status,
    etag,
    headers,
    uncompressed: messageOf(headers, body),
    compressed: new Map(),
    notModifiedHeaders: flatten(notModified),
  };
}

function messageOf(headers: OutgoingHttpHeaders, body: Buffer): Message {
  return { headers: flatten({ ...headers, "content-length": body.length }), body };
}

function flatten(headers: OutgoingHttpHeaders): FlatHeaders {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().flatMap((each) => [name, String(each)]),
  );
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
  // Brotli at quality 5 is smaller than gzip at its best, and as fast as gzip at its fastest.
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return toBrotli(body, { params: { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_SIZE_HINT]: body.length } });
}

/**
 * Replies from the cache, or with a new response, which counts as a read.
 * @param wanted `url`: the URL by which the next request finds the response; the request's own by default
 * @param work `admit` runs before `make` and may throw; `make` produces the status and the body, and sets the headers
 *   on `reply`
 * @throws ApiError `busy` or `tooFast`
 */
export async function replyCached(
  responseCache: ResponseCache,
  [request, reply]: [FastifyRequest, FastifyReply],
  wanted: Omit<CacheRequest, "url"> & { url?: string | null },
  {
    readLimiter,
    admit,
    make,
  }: { readLimiter: ReadLimiter; admit?: () => void; make: () => Promise<{ status: number; body: string }> },
): Promise<void> {
  const cached = await responseCache.find(
    { url: request.raw.url ?? "", ...wanted },
    {
      admit: () => {
        readLimiter.admit(request);
        admit?.();
      },
      make: async () => {
        const { status, body } = await make();
        // People who verify a ledger read all of it, and those exact responses have a concurrency limit (endpoints.ts).
        if (!wanted.isExact) readLimiter.weigh(request, body);
        return { status, headers: headersOf(reply), body };
      },
    },
  );
  reply.hijack();
  responseCache.send(cached, request.raw, reply.raw);
}

/**
 * Returns the headers set on a reply so far, for a cached response; without the CORS headers, which are for one origin,
 * and cookies, which are for one reader.
 */
function headersOf(reply: FastifyReply): OutgoingHttpHeaders {
  const headers = Object.entries(reply.getHeaders()).filter(
    ([name]) => !name.startsWith("access-control-") && name !== "set-cookie",
  );
  return Object.fromEntries(headers) as OutgoingHttpHeaders;
}
