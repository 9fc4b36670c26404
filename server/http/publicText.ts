import type { FastifyInstance, FastifyRequest } from "fastify";
import { orNotFound } from "./apiError.ts";
import type { ReadLimiter } from "./rateLimit.ts";
import { type ResponseCache, replyCached } from "./responseCache.ts";

/** A text outside of the API that is the same for everyone. */
export interface PublicText {
  /** With `:name` for parameters. */
  path: string;
  type: string;
  /**
   * Reads what the request asks for, without anything that it doesn't read: equal requests share a cached response.
   * @returns null for a URL that doesn't exist
   */
  parse(request: FastifyRequest): { key: string; about: string | null; make: () => Promise<string | null> } | null;
}

/** Serves texts with an ETag from the response cache, as pages are. A text that is null is 404. */
export function createPublicTexts(
  app: FastifyInstance,
  { responseCache, readLimiter }: { responseCache: ResponseCache; readLimiter: ReadLimiter },
): (text: PublicText) => void {
  return ({ path, type, parse }) =>
    app.get(path, async (request, reply) => {
      const { key, about, make } = orNotFound(parse(request));
      const wanted = { key: `${path} ${key}`, route: path, about };
      await replyCached(responseCache, [request, reply], wanted, {
        readLimiter,
        make: async () => {
          const body = orNotFound(await make());
          reply.type(`${type}; charset=utf-8`);
          return { status: 200, body };
        },
      });
    });
}
