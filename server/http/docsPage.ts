import { endpoints } from "@survey-app/contract/endpoints.ts";
import { type Access, type Endpoint, keyScopeOf, type RateLimit } from "@survey-app/contract/http/endpoint.ts";
import { escapeHtml } from "@survey-app/contract/text/escapeHtml.ts";
import { curlOf, type Schema } from "./docsExamples.ts";
import { docsGuide, guideSections } from "./docsGuide.ts";
import { docsTable } from "./docsTable.ts";
import { cspHash } from "./headers.ts";

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Response | { $ref: string }>;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: light-dark(#dde2e5, #333b40); --soft: light-dark(#54626b, #9fb0b9); --box: light-dark(#f5f7f8, #1a2023); }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: break-word; }
h2 { margin: 2.5rem 0 .5rem; }
section h2 { text-transform: capitalize; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
details { border-top: 1px solid var(--line); }
summary { padding: .75rem 0; cursor: pointer; }
section summary { display: flex; gap: .75rem; flex-wrap: wrap; align-items: baseline; }
summary b { min-width: 3.5rem; font-size: .875rem; letter-spacing: .04em; }
code { font: .9375rem ui-monospace, monospace; overflow-wrap: anywhere; }
summary span, p { color: var(--soft); max-width: 46rem; }
pre { overflow: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--box); font: .875rem/1.45 ui-monospace, monospace; max-height: 24rem; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .375rem .75rem .375rem 0; vertical-align: top; border-top: 1px solid var(--line); } tbody th { font-weight: inherit; }
`;

interface Response {
  description: string;
  content?: Record<string, { schema?: unknown }>;
}

/** The parts that several operations refer to. */
interface Components {
  schemas: Record<string, unknown>;
  responses: Record<string, Response>;
}

/** The users of an endpoint, in words. */
const audiences: Record<Access, string> = {
  anyone: "everyone",
  cookie: "requests with the session cookie",
  signedIn: "signed-in users",
  invited: "people who opened their invitation to the survey",
  asker: "surveyors and admins; with ASK_UNLISTED=confirmed or anyone all users, for their own unlisted surveys",
  surveyor: "surveyors and admins",
  admin: "admins",
};

/** The operations of an OpenAPI document as HTML: a link to each feature, and the features' sections. */
export interface DescribedOperations {
  links: string;
  sections: string;
}

export function describeOperations(document: Record<string, unknown>): DescribedOperations {
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const { schemas, responses } = document.components as Components;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const byFeature = Object.groupBy(operations, ({ operation }) => operation.tags[0] ?? "");
  const sections = Object.entries(byFeature).map(
    ([feature, entries = []]) =>
      `<section><h2 id="${escapeHtml(feature)}">${escapeHtml(feature)}</h2>${entries.map((entry) => section(entry, responses)).join("")}</section>`,
  );
  const links = Object.keys(byFeature).map(
    (feature) => `<a href="/api/docs#${escapeHtml(feature)}">${escapeHtml(feature)}</a>`,
  );
  const named = Object.entries(schemas).map(
    ([name, schema]) => `<details id="schema-${name}"><summary><code>${name}</code></summary>${json(schema)}</details>`,
  );
  links.push('<a href="/api/docs#schemas">schemas</a>');
  sections.push(`<section><h2 id="schemas">schemas</h2>${named.join("")}</section>`);
  return { links: links.join(""), sections: sections.join("") };
}

/**
 * Renders the guide and the operations as one HTML page.
 * @param origin the public origin of the site, for the examples
 * @param site its name
 * @returns the page, and the source expression that allows its styles in the content security policy
 */
export function docsPage(
  { links, sections }: DescribedOperations,
  origin: string,
  site: string,
): { html: string; styleSource: string } {
  const guide = guideSections.map(([id, title]) => `<a href="/api/docs#${id}">${title}</a>`);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(site)} || API</title><style>${style}</style></head><body><main><h1>${escapeHtml(site)} API</h1><p>All endpoints are under <code>/api</code> and use JSON. Machine-readable: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p><nav aria-label="Guide">${guide.join("")}</nav><nav aria-label="Endpoints">${links}</nav>${docsGuide(origin)}${sections}</main></body></html>`;
  return { html, styleSource: cspHash(style) };
}

interface Described {
  path: string;
  method: string;
  operation: Operation;
}

function section({ path, method, operation }: Described, shared: Components["responses"]): string {
  const { operationId, tags, summary, parameters, requestBody, responses } = operation;
  const endpoint = endpoints.get(`${tags[0]}.${operationId}`);
  if (!endpoint) throw new Error(`${operationId} is not declared`);
  const bodies = Object.entries(requestBody?.content ?? {});
  const shownBodies = bodies.map(
    ([type, { schema }]) => `<h3>Body <code>${escapeHtml(type)}</code></h3>${json(schema)}`,
  );
  const shownParameters = parameters.map((p) => [
    `<code>${escapeHtml(p.name)}</code>`,
    `${escapeHtml(p.in)}${p.required ? ", required" : ""}`,
    `<code>${escapeHtml(JSON.stringify(p.schema))}</code>`,
  ]);
  const resolved = Object.entries(responses).map(([status, response]): [string, Response | undefined] => [
    status,
    "$ref" in response ? shared[response.$ref.replace("#/components/responses/", "")] : response,
  ]);
  const errors = resolved
    .filter(([status]) => status !== "200")
    .map(([status, response]) => [escapeHtml(status), escapeHtml(response?.description ?? "")]);
  const done = resolved.find(([status]) => status === "200")?.[1];
  const [responseType = "", response] = Object.entries(done?.content ?? {})[0] ?? [];
  const jsonBody = requestBody?.content["application/json"]?.schema;
  return `<details id="${escapeHtml(operationId)}"><summary><b>${escapeHtml(method.toUpperCase())}</b><code>${escapeHtml(path)}</code><span>${escapeHtml(summary)}</span></summary>
<p>For ${audiences[endpoint.access]}.${keyWords(endpoint)}${endpoint.rateLimit ? ` ${limitWords(endpoint.rateLimit)}` : ""}</p>
<pre tabindex="0">${escapeHtml(curlOf(endpoint, parameters, jsonBody))}</pre>
${shownParameters.length > 0 ? `<h3>Parameters</h3>${docsTable(["Name", "Place", "Schema"], shownParameters)}` : ""}${shownBodies.join("")}
<h3>Response <code>${escapeHtml(responseType)}</code></h3>${json(response?.schema)}
<h3>Errors</h3>${docsTable(["Status", "Meaning"], errors)}</details>`;
}

function keyWords(endpoint: Endpoint): string {
  const scope = keyScopeOf(endpoint);
  return scope === null || endpoint.access === "anyone" ? "" : ` API keys need the scope <code>${scope}</code>.`;
}

function limitWords({ max, seconds, only }: RateLimit): string {
  const time = seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`;
  return `At most ${max} ${only ? "searches" : "requests"} in ${time}.`;
}

/** JSON, with links to the named schemas that it refers to. */
const json = (value: unknown) => {
  const text = escapeHtml(JSON.stringify(value, null, 2) ?? "");
  const linked = text.replaceAll(/#\/components\/schemas\/(\w+)/g, '<a href="/api/docs#schema-$1">$1</a>');
  return `<pre tabindex="0">${linked}</pre>`;
};
