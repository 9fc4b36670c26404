import { escapeHtml } from "@survey-app/contract/text/escapeHtml.ts";
import type { FastifyReply } from "fastify";
import { cspHash } from "../http/headers.ts";

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --ground: light-dark(#faf9f6, #10191a); --surface: light-dark(#fff, #172122); --ink: light-dark(#142021, #edf2f2); --soft: light-dark(#54626b, #a3b3b5); --line: light-dark(#dde2e0, #2c393a); --mark: light-dark(#ffe9c7, #4a3510); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
.mark { display: inline-block; margin: 0; padding: .2rem .7rem; border-radius: 1rem; background: var(--mark); font-size: .875rem; font-weight: 600; }
h1 { margin: .75rem 0 .25rem; font-size: 1.75rem; line-height: 1.2; overflow-wrap: anywhere; }
a { color: inherit; text-underline-offset: .2em; }
.quiet { color: var(--soft); }
.list { list-style: none; margin: 1.5rem 0; padding: 0; }
.list li { display: grid; gap: .25rem; padding: .9rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.list a { font-weight: 600; }
.list span { color: var(--soft); font-size: .9rem; }
.email { padding: 1.25rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--surface); font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
`;

const policy = [
  "default-src 'none'",
  `style-src ${cspHash(style)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Sends a page of the sandbox, marked as one. `content` is HTML. */
export function sandboxPage(reply: FastifyReply, title: string, content: string): FastifyReply {
  return reply
    .header("content-security-policy", policy)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Sandbox: ${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>
<p class="mark">Sandbox</p>
<h1>${escapeHtml(title)}</h1>
${content}
</main></body>
</html>
`);
}
