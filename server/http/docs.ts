import { openapi } from "@survey-app/contract/openapi.ts";
import type { FastifyInstance } from "fastify";
import { describeOperations, docsPage } from "./docsPage.ts";
import { API_PREFIX } from "./endpoints.ts";

// They depend on the contract only, so that all apps of a process share them.
const document = openapi(API_PREFIX);
const json = JSON.stringify(document);
const described = describeOperations(document);

/** Serves the OpenAPI document and a self-contained HTML page that shows it. Both are generated from the contract. */
export function serveDocs(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  const { html, styleSource } = docsPage(described, publicUrl);
  app.get(`${API_PREFIX}/openapi.json`, (_request, reply) =>
    reply.header("cache-control", "no-cache").type("application/json; charset=utf-8").send(json),
  );
  app.get(`${API_PREFIX}/docs`, (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .header(
        "content-security-policy",
        `default-src 'none'; style-src ${styleSource}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .type("text/html; charset=utf-8")
      .send(html),
  );
}
