import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";

const NAME = "x-made-for-a-page";
/** Random, so that no client can pretend to be a page. */
const MARK = randomUUID();

/** The header of the in-process requests that rendering a page makes. */
export const forPage = { [NAME]: MARK };

/**
 * Whether this request comes from rendering a page. It is not rate limited, because the request for the page was, and not
 * served from the response cache: the rendered page is cached as long as a response may be, so both together would be stale.
 */
export function isForPage({ headers }: FastifyRequest): boolean {
  return headers[NAME] === MARK;
}
