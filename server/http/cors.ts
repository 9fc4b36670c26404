import type { IncomingMessage, ServerResponse } from "node:http";
import { endpoints } from "@survey-app/contract/endpoints.ts";
import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";

/** The response headers that pages of another origin may read. */
const EXPOSED = "Link, X-Total-Count, Retry-After, ETag, Date, Age";
const METHODS = [...new Set([...endpoints.values()].map(({ method }) => method))].join(", ");
const HEADERS = "accept, authorization, content-type, if-none-match, last-event-id";
/** How long browsers may cache a preflight response, in seconds: the maximum that Chromium honors. */
const PREFLIGHT_SECONDS = 7200;

/** Sets the CORS headers of a response. @returns whether the request was a preflight, which is then finished */
export type Cors = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Creates the CORS handler for an exact list of origins. It runs on the raw response before anything else, so that
 * cached responses, errors and event streams carry the headers for this request and never those of another one. Other
 * origins, including `null`, don't get CORS headers, so browsers hide the response from their pages.
 */
export function createCors(origins: readonly string[]): Cors {
  if (origins.length === 0) return () => false;
  const allowed = new Set(origins);
  return ({ url = "", method, headers }, response) => {
    if (!url.startsWith(`${API_PREFIX}/`)) return false;
    // Also for origins that are not listed: a shared cache must not serve one origin's response to another.
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
