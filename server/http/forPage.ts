import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";

const NAME = "x-made-for-a-page";
/** Nobody else can know it, so nobody else's request counts as a page's. */
const MARK = randomUUID();

/** The header of the calls that pages make in-process while they are rendered. */
export const forPage = { [NAME]: MARK };

/**
 * Whether a page makes this call: it is neither counted, because the page was, nor answered from the cache, because the
 * page is kept as long as an answer may be.
 */
export function isForPage({ headers }: FastifyRequest): boolean {
  return headers[NAME] === MARK;
}
