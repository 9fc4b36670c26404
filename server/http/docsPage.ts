import { createHash } from "node:crypto";
import { escapeHtml } from "./escapeHtml.ts";

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: unknown }> }>;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --line: light-dark(#dde2e5, #333b40); --soft: light-dark(#54626b, #9fb0b9); }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin: 2.5rem 0 .5rem; text-transform: capitalize; }
details { border-top: 1px solid var(--line); }
summary { padding: .75rem 0; cursor: pointer; display: flex; gap: .75rem; flex-wrap: wrap; align-items: baseline; }
summary b { min-width: 3.5rem; font-size: .875rem; letter-spacing: .04em; }
code { font: .9375rem ui-monospace, monospace; overflow-wrap: anywhere; }
summary span, p { color: var(--soft); }
pre { overflow: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; font: .875rem/1.45 ui-monospace, monospace; max-height: 24rem; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .375rem .75rem .375rem 0; vertical-align: top; border-top: 1px solid var(--line); }
`;

/** A page that shows every operation of an OpenAPI document; `styleHash` is what the policy must allow. */
export function docsPage(document: Record<string, unknown>): { html: string; styleHash: string } {
  const paths = document.paths as Record<string, Record<string, Operation>>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const byNoun = Object.groupBy(operations, ({ operation }) => operation.tags[0] ?? "");
  const sections = Object.entries(byNoun).map(
    ([noun, entries = []]) =>
      `<section><h2>${escapeHtml(noun)}</h2>${entries.map((entry) => section(entry.path, entry.method, entry.operation)).join("")}</section>`,
  );
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Survey App || API</title><style>${style}</style></head><body><main><h1>Survey App API</h1><p>Every call stands under <code>/api</code>. Refusals are problem+json (RFC 9457). The same in machine form: <a href="/api/openapi.json">openapi.json</a>.</p>${sections.join("")}</main></body></html>`;
  return { html, styleHash: `sha256-${createHash("sha256").update(style).digest("base64")}` };
}

function section(path: string, method: string, operation: Operation): string {
  const body = Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema }]) => `<h3>Body <code>${escapeHtml(type)}</code></h3>${json(schema)}`,
  );
  const parameters = operation.parameters.map(
    (p) =>
      `<tr><td><code>${escapeHtml(p.name)}</code></td><td>${escapeHtml(p.in)}${p.required ? ", required" : ""}</td><td><code>${escapeHtml(JSON.stringify(p.schema))}</code></td></tr>`,
  );
  const refusals = Object.entries(operation.responses)
    .filter(([status]) => status !== "200")
    .map(([status, { description }]) => `<tr><td>${escapeHtml(status)}</td><td>${escapeHtml(description)}</td></tr>`);
  return `<details><summary><b>${escapeHtml(method.toUpperCase())}</b><code>${escapeHtml(path)}</code><span>${escapeHtml(operation.summary)}</span></summary>
<p>${escapeHtml(operation.description)}</p>
${parameters.length > 0 ? `<h3>Parameters</h3><table><tbody>${parameters.join("")}</tbody></table>` : ""}${body.join("")}
<h3>Answer</h3>${json(operation.responses["200"]?.content?.["application/json"]?.schema)}
<h3>Refusals</h3><table><tbody>${refusals.join("")}</tbody></table></details>`;
}

const json = (value: unknown) => `<pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2) ?? "")}</pre>`;
