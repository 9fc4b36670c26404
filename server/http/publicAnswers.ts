import { createHash } from "node:crypto";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyReply } from "fastify";
import type { Changes } from "../database/changes.ts";
import { readNews } from "./news.ts";
import { Recent } from "./recent.ts";

/** Bytes of answers that are kept, at least; at most it is twice as much, and what was compressed of it. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** What an answer takes besides its body and its address: headers, tag, and its place. */
const KEPT_OVERHEAD_BYTES = 2000;
/** While votes come in, an answer is made anew this often at most, in milliseconds. Live totals move as often. */
const PACE_MS = 500;
/** How long an answer holds if nobody tells of a change, in milliseconds: it may depend on the time too. */
const HOLDS_MS = 2000;
/** Smaller bodies gain nothing by compression. */
const COMPRESSED_FROM = 1000;

/** What everybody is answered. */
export interface Made {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
  /** The pattern of the address that it answers. */
  route: string;
  /** The survey that the answer is about; null if it is about several. */
  about: string | null;
  /** Whether it is the same for who sends a cookie. */
  ignoresCookies: boolean;
  /** When making it began, by `performance.now()`: what changed after that it may not know. */
  since: number;
}

interface Kept extends Omit<Made, "body"> {
  /** The address that it is the answer to. */
  url: string;
  body: Buffer;
  etag: string;
  /** The headers that say that nothing has changed. */
  unchanged: OutgoingHttpHeaders;
  /** The body as it was compressed for the first who asked for it so. */
  compressed: Map<Encoding, Buffer>;
  isBeingRenewed: boolean;
}

type Encoding = "br" | "gzip";

/**
 * Answers that are the same for everybody are made once and kept until something they show changes: rendered pages and
 * the calls that visitors make. What only votes have moved may be half a second old; all else is never shown again.
 */
export interface PublicAnswers {
  /** Answers a request from what is kept; false if it has to be worked out. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Keeps an answer for whoever asks for the same address, and sends it to who asked first. */
  keep(made: Made, request: IncomingMessage, response: ServerResponse): void;
}

/** An answer that was sent again. */
export interface KeptAnswer {
  method: string;
  route: string;
  status: number;
  seconds: number;
}

/** @param onKept hears of every answer that is sent from what is kept, if somebody measures them */
export function keepPublicAnswers(changes: Changes, onKept?: (answer: KeptAnswer) => void): PublicAnswers {
  const news = readNews(changes);
  // Addresses are the asker's: a million searches that find nothing weigh more than their answers.
  const kept = new Recent<string, Kept>(KEPT_BYTES, ({ url, body }) => KEPT_OVERHEAD_BYTES + url.length + body.length);

  /** Whether an answer may be sent again, asked for now. */
  function holds(answer: Kept): boolean {
    const now = performance.now();
    const changed = news.latestOf(answer.about);
    if (changed.more >= answer.since) return false;
    const age = now - answer.since;
    if (age < PACE_MS) return true;
    if (age < HOLDS_MS && changed.totals < answer.since) return true;
    // One request renews it; meanwhile the others get what there is, as long as that is not too old.
    if (answer.isBeingRenewed && age < HOLDS_MS + PACE_MS && now - changed.totals < PACE_MS) return true;
    answer.isBeingRenewed = true;
    return false;
  }

  return {
    answer(request, response) {
      const { authorization, cookie } = request.headers;
      if (request.method !== "GET" || authorization !== undefined) return false;
      const answer = kept.get(request.url ?? "");
      if (!answer || (cookie !== undefined && !answer.ignoresCookies) || !holds(answer)) return false;
      if (!onKept) send(answer, request, response);
      else {
        const since = performance.now();
        send(answer, request, response);
        const { statusCode: status } = response;
        onKept({ method: "GET", route: answer.route, status, seconds: (performance.now() - since) / 1000 });
      }
      return true;
    },
    keep(made, request, response) {
      const body = Buffer.from(made.body);
      const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
      const vary = "accept-encoding, authorization, cookie, origin";
      const headers = { ...made.headers, "cache-control": "no-cache", vary, etag };
      const { "content-type": _, ...unchanged } = headers as OutgoingHttpHeaders;
      const url = request.url ?? "";
      const answer = { ...made, url, headers, unchanged, body, etag, compressed: new Map(), isBeingRenewed: false };
      if (made.status === 200) kept.set(url, answer);
      send(answer, request, response);
    },
  };
}

function send(answer: Kept, { headers, method }: IncomingMessage, response: ServerResponse): void {
  if (headers["if-none-match"] === answer.etag) {
    response.writeHead(304, answer.unchanged).end();
    return;
  }
  const encoding = answer.body.length < COMPRESSED_FROM ? null : encodingFor(headers["accept-encoding"]);
  const body = encoding ? compressed(answer, encoding) : answer.body;
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(encoding && { "content-encoding": encoding }),
    "content-length": body.length,
  });
  response.end(method === "HEAD" ? undefined : body);
}

function encodingFor(accepted: string | undefined): Encoding | null {
  if (accepted === undefined) return null;
  const accepts = (name: Encoding) =>
    new RegExp(`(^|[,\\s])${name}(?![\\w-]|\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted);
  return accepts("br") ? "br" : accepts("gzip") ? "gzip" : null;
}

function compressed(answer: Kept, encoding: Encoding): Buffer {
  const known = answer.compressed.get(encoding);
  if (known) return known;
  // Quality 5 is smaller than gzip at its best, and as fast as gzip at its fastest.
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: answer.body.length },
  };
  const bytes = encoding === "br" ? brotliCompressSync(answer.body, options) : gzipSync(answer.body);
  answer.compressed.set(encoding, bytes);
  return bytes;
}

/** The headers that a reply has got so far, for an answer that is sent without it; not those for one origin (CORS). */
export function headersOf(reply: FastifyReply): OutgoingHttpHeaders {
  const headers = Object.entries(reply.getHeaders()).filter(([name]) => !name.startsWith("access-control-"));
  return Object.fromEntries(headers) as OutgoingHttpHeaders;
}
