import type { FastifyRequest } from "fastify";
import { apiError } from "./apiError.ts";

/** Where requests that change something may come from. */
export interface TrustedOrigins {
  /** The pages' origin. */
  publicUrl: string;
  /** Other origins whose pages may call us. */
  corsOrigins: readonly string[];
}

/**
 * Refuses state changes that another site's page sends with our visitors' cookies. Browsers always tell where a
 * request comes from, by `Sec-Fetch-Site` or `Origin`; programs send neither and hold no cookies of ours.
 */
export function requireSameOrigin(request: FastifyRequest, { publicUrl, corsOrigins }: TrustedOrigins): void {
  if (request.headers.origin !== undefined && corsOrigins.includes(request.headers.origin)) return;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") throw apiError("originRefused");
  const { origin } = request.headers;
  if (origin === undefined || origin === publicUrl) return;
  // People also reach a local start as 127.0.0.1; what the browser calls same-origin there names our own host. Not under
  // https, where a page of our host that came without it is somebody else's.
  if (publicUrl.startsWith("https:") || URL.parse(origin)?.host !== request.headers.host)
    throw apiError("originRefused");
}
