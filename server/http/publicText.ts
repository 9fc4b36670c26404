import type { Language } from "@survey-app/texts/languages.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { orNotFound } from "./apiError.ts";
import type { ReadLimiter } from "./rateLimit.ts";
import type { ReaderLanguage } from "./readerLanguage.ts";
import { type ResponseCache, replyCached } from "./responseCache.ts";

/** A text outside of the API that is the same for everyone who reads the same language. */
export interface PublicText {
  /** With `:name` for parameters. */
  path: string;
  type: string;
  /**
   * Parses the request into the fields that the text depends on, so that equal requests share a cached response.
   * @returns null for a URL that doesn't exist
   */
  parse(
    request: FastifyRequest,
  ): { key: string; about: string | null; make: (language: Language) => Promise<string | null> } | null;
}

/** Serves texts with an ETag from the response cache, as pages are. A text that is null is 404. */
export function createPublicTexts(
  app: FastifyInstance,
  {
    responseCache,
    readLimiter,
    readerLanguage,
  }: { responseCache: ResponseCache; readLimiter: ReadLimiter; readerLanguage: ReaderLanguage },
): (text: PublicText) => void {
  return ({ path, type, parse }) =>
    app.get(path, async (request, reply) => {
      const { key, about, make } = orNotFound(parse(request));
      const language = readerLanguage.of(request.raw);
      const wanted = { key: `${path} ${language} ${key}`, route: path, about, language };
      await replyCached(responseCache, [request, reply], wanted, {
        readLimiter,
        make: async () => {
          const body = orNotFound(await make(language));
          reply.type(`${type}; charset=utf-8`);
          return { status: 200, body };
        },
      });
    });
}
