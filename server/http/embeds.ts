import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { Language } from "@survey-app/texts/languages.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { handlePageError } from "./errorPage.ts";
import { cspHash } from "./headers.ts";
import type { ReadLimiter } from "./rateLimit.ts";
import type { ReaderLanguage } from "./readerLanguage.ts";
import { type ResponseCache, replyCached } from "./responseCache.ts";

/**
 * Options for serving files whose names contain a hash of their content, which browsers may cache forever. Each file
 * has its own route, because with a wildcard the library reads the whole folder for every file and for every invented
 * name.
 */
export const HASHED_FILES = {
  decorateReply: false,
  index: false,
  wildcard: false,
  globIgnore: ["**/*.{br,gz}"] as string[],
  preCompressed: true,
  immutable: true,
  maxAge: "365d",
} as const;

interface EmbedOptions {
  responseCache: ResponseCache;
  readLimiter: ReadLimiter;
  readerLanguage: ReaderLanguage;
  /** The origins whose pages may show surveys; null for all. */
  embedOrigins: readonly string[] | null;
  /** The language in which a survey is shown to a reader of another site. */
  languageOf(id: string, reader: Language): Promise<Language>;
  /** The style rules of the site's accent color; "" without. */
  style: string;
  /** The folder with the built files. */
  folder: string;
  /** Renders a survey; `totals` are the only URLs that the page connects to. */
  render(id: string, language: Language, request: FastifyRequest): Promise<EmbeddedPage>;
}

interface EmbeddedPage {
  status: number;
  html: string;
  totals: string[];
}

/**
 * Serves surveys for other sites' pages. These are the only pages that can be framed. They show what a visitor sees,
 * read only the language cookie, and their policy only lets them request live totals.
 */
export async function serveEmbeds(
  app: FastifyInstance,
  { responseCache, readLimiter, readerLanguage, embedOrigins, languageOf, style, folder, render }: EmbedOptions,
): Promise<void> {
  const ancestors = embedOrigins ? `'self' ${embedOrigins.join(" ")}` : "*";

  await app.register(fastifyStatic, {
    root: join(folder, "assets"),
    prefix: "/embed/assets/",
    ...HASHED_FILES,
  });

  app.get(
    "/embed/surveys/:id",
    { errorHandler: handlePageError },
    async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
      const { id } = request.params;
      const { language, isAsked } = readerLanguage.ofPage(request.raw);
      const url = isAsked ? null : request.url;
      const key = `embed ${isAsked ? "asked " : ""}${language} ${id}`;
      const wanted = { key, route: "/embed/surveys/:id", about: id, url, language };
      await replyCached(responseCache, [request, reply], wanted, {
        readLimiter,
        make: async () => {
          const shown = isAsked ? language : await languageOf(id, language);
          const { status, html, totals } = await render(id, shown, request);
          reply.headers({
            "content-language": shown,
            "content-security-policy": policyOf({ totals, style }, ancestors),
            "cross-origin-resource-policy": "cross-origin",
          });
          reply.type("text/html; charset=utf-8");
          return { status, body: html };
        },
      });
    },
  );
}

function policyOf({ totals, style }: { totals: string[]; style: string }, ancestors: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    style ? `style-src 'self' ${cspHash(style)}` : "style-src 'self'",
    `connect-src ${totals.join(" ")}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
  ].join("; ");
}
