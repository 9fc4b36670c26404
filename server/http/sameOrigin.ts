import type { FastifyRequest } from "fastify";
import { apiError } from "./apiError.ts";

/** The origins that state-changing requests may come from. */
export interface TrustedOrigins {
  /** The pages' origin. */
  publicUrl: string;
  /** Other origins whose pages may use the API. */
  corsOrigins: readonly string[];
}

/**
 * Rejects state changes that another site's page sends with our users' cookies (CSRF). Browsers always say where a
 * request comes from, in `Sec-Fetch-Site` or `Origin`; other clients send neither and don't have our cookies.
 * @throws ApiError `originRefused`
 */
export function requireSameOrigin(request: FastifyRequest, { publicUrl, corsOrigins }: TrustedOrigins): void {
  if (request.headers.origin !== undefined && corsOrigins.includes(request.headers.origin)) return;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") throw apiError("originRefused");
  const { origin } = request.headers;
  if (origin === undefined || origin === publicUrl) return;
  // Browsers send this origin with forms under `Referrer-Policy: no-referrer`, as on the page that works without
  // scripts. Sandboxed pages and those of other sites have this origin too, but only the browser sets `Sec-Fetch-Site`.
  if (origin === "null" && site === "same-origin") return;
  // People also open a local server as 127.0.0.1, so an origin with the request's own host is accepted. Not with https,
  // because a page that was loaded from our host over http may be an attacker's.
  if (publicUrl.startsWith("https:") || URL.parse(origin)?.host !== request.headers.host)
    throw apiError("originRefused");
}
