import type { FastifyInstance, FastifyRequest } from "fastify";
import { apiError } from "./apiError.ts";
import type { ReadLimiter } from "./rateLimit.ts";
import { headersOf, type ResponseCache } from "./responseCache.ts";

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
  { responseCache, reads }: { responseCache: ResponseCache; reads: ReadLimiter },
): (text: PublicText) => void {
  return ({ path, type, parse }) =>
    app.get(path, async (request, reply) => {
      const wanted = parse(request);
      if (!wanted) throw apiError("notFound");
      const { key, about, make } = wanted;
      const cacheRequest = { key: `${path} ${key}`, url: request.raw.url ?? "", route: path, about };
      const response = await responseCache.find(
        { ...cacheRequest, isExact: false, readsCookie: false },
        {
          admit: () => reads.admit(request),
          make: async () => {
            const body = await make();
            if (body === null) throw apiError("notFound");
            reads.weigh(request, body);
            reply.type(`${type}; charset=utf-8`);
            return { status: 200, headers: headersOf(reply), body };
          },
        },
      );
      reply.hijack();
      responseCache.send(response, request.raw, reply.raw);
    });
}
