import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";

const NAME = "x-page-rendering";
/** Random, so that no client can send it. */
const MARK = randomUUID();

/** The header of the in-process requests that the server makes while it renders a page. */
export const renderingHeaders = { [NAME]: MARK };

/**
 * Whether the server sent this request itself, to render a page. Such a request is not rate limited, because the
 * request for the page was. It is not served from the response cache either: the page is cached too, and could be stale
 * twice as long.
 */
export function isRenderingRequest({ headers }: FastifyRequest): boolean {
  return headers[NAME] === MARK;
}
