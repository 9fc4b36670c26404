import { openapi } from "@survey-app/contract/openapi.ts";
import type { FastifyInstance } from "fastify";
import { describeOperations, docsPage } from "./docsPage.ts";
import { API_PREFIX } from "./endpoints.ts";

/** Serves the OpenAPI document and a self-contained HTML page that shows it. Both are generated from the contract. */
export function serveDocs(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  let made: Docs | undefined;
  // Not at the start, of which they would take a tenth.
  const docs = () => {
    made ??= makeDocs(publicUrl);
    return made;
  };
  app.get(`${API_PREFIX}/openapi.json`, (_request, reply) =>
    reply.header("cache-control", "no-cache").type("application/json; charset=utf-8").send(docs().json),
  );
  app.get(`${API_PREFIX}/docs`, (_request, reply) => {
    const { html, styleSource } = docs();
    return reply
      .header("cache-control", "no-cache")
      .header(
        "content-security-policy",
        `default-src 'none'; style-src ${styleSource}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .type("text/html; charset=utf-8")
      .send(html);
  });
}

type Docs = { json: string } & ReturnType<typeof docsPage>;

function makeDocs(publicUrl: string): Docs {
  const document = openapi(API_PREFIX);
  return { json: JSON.stringify(document), ...docsPage(describeOperations(document), publicUrl) };
}
