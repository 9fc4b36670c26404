import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";
import { openapi } from "@survey-app/contract/openapi.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { describeOperations, docsPage } from "./docsPage.ts";
import type { ReadLimiter } from "./rateLimit.ts";
import { type ResponseCache, replyCached } from "./responseCache.ts";

interface DocsOptions {
  publicUrl: string;
  site: { name: string };
  responseCache: ResponseCache;
  readLimiter: ReadLimiter;
}

/**
 * Serves the OpenAPI document and a self-contained HTML page that shows it. Both are generated from the contract. Each
 * is half a megabyte, and clients that don't read them would fill the memory with copies, so the response cache sends
 * them.
 */
export function serveDocs(app: FastifyInstance, { publicUrl, site, responseCache, readLimiter }: DocsOptions): void {
  let made: Docs | undefined;
  // Generated on the first request, because they would take a tenth of the time of the start.
  const docs = () => {
    made ??= makeDocs(publicUrl, site.name);
    return made;
  };
  const serve = (path: string, write: (reply: FastifyReply) => string) =>
    app.get(path, (request, reply) =>
      replyCached(
        responseCache,
        [request, reply],
        { key: path, route: path, about: null },
        { readLimiter, make: async () => ({ status: 200, body: write(reply) }) },
      ),
    );
  serve(`${API_PREFIX}/openapi.json`, (reply) => {
    reply.type("application/json; charset=utf-8");
    return docs().json;
  });
  serve(`${API_PREFIX}/docs`, (reply) => {
    const { html, styleSource } = docs();
    const policy = `default-src 'none'; style-src ${styleSource}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
    reply.header("content-security-policy", policy).type("text/html; charset=utf-8");
    return html;
  });
}

type Docs = { json: string } & ReturnType<typeof docsPage>;

function makeDocs(publicUrl: string, site: string): Docs {
  const document = openapi(API_PREFIX, site);
  return { json: JSON.stringify(document), ...docsPage(describeOperations(document), publicUrl, site) };
}
