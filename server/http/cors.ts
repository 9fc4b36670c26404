import type { IncomingMessage, ServerResponse } from "node:http";
import { API_PREFIX } from "./endpoints.ts";

/** What pages of another origin may read of an answer besides its body. */
const EXPOSED = "Link, X-Total-Count, Retry-After, ETag, Date, Age";
const METHODS = "GET, POST, PATCH, DELETE";
const HEADERS = "accept, authorization, content-type, if-none-match, last-event-id";
/** How long browsers may remember the answer to a preflight request, in seconds: the longest that Chromium takes. */
const PREFLIGHT_SECONDS = 7200;

/** Lets pages of the listed origins read answers. @returns whether the request was a preflight and is answered */
export type Cors = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Makes it for an exact list of origins. It works on the bare response, before anything else, so that kept answers,
 * refusals and streams have the headers of this request and never those of another. Other origins, `null` among them,
 * get no such header, and their browsers keep the answer from the page.
 */
export function createCors(origins: readonly string[]): Cors {
  if (origins.length === 0) return () => false;
  const allowed = new Set(origins);
  return ({ url = "", method, headers }, response) => {
    if (!url.startsWith(`${API_PREFIX}/`)) return false;
    // Also for those who get nothing: a cache in between must not give one origin's answer to another.
    response.setHeader("vary", "origin");
    const { origin } = headers;
    if (origin === undefined || !allowed.has(origin)) return false;
    response.setHeader("access-control-allow-origin", origin);
    response.setHeader("access-control-allow-credentials", "true");
    response.setHeader("access-control-expose-headers", EXPOSED);
    if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return false;
    response.setHeader("access-control-allow-methods", METHODS);
    response.setHeader("access-control-allow-headers", HEADERS);
    response.setHeader("access-control-max-age", PREFLIGHT_SECONDS);
    response.writeHead(204).end();
    return true;
  };
}
