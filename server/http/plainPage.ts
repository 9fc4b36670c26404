import { escapeHtml } from "@survey-app/contract/escapeHtml.ts";
import type { FastifyReply } from "fastify";
import { cspHash } from "./headers.ts";

/** Uses the colors of the app (web/ui/styles.css), because these pages can't load that stylesheet. */
const STYLE = [
  ":root{color-scheme:light dark;--ink:light-dark(#14201f,#ecf2f0);--page:light-dark(#faf9f6,#0e1313)}",
  "body{font:1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:18vh auto;padding:0 1.5rem;text-align:center;",
  "background:var(--page);color:var(--ink);overflow-wrap:anywhere}",
  "h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}p{margin:0 0 1.5rem}",
  "a{color:inherit;font-weight:600;display:inline-block;padding:.5rem 1rem}small{opacity:.8}",
  "button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 2rem;border:0;border-radius:.75rem;",
  "background:var(--ink);color:var(--page)}",
].join("");
const policy = (formAction: string) =>
  `default-src 'none'; style-src ${cspHash(STYLE)}; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;

interface PlainPage {
  title: string;
  /** HTML, escaped. */
  body: string;
  /** Whether the body has a form that is sent to this site. */
  hasForm?: boolean;
}

/** A page without scripts, stylesheet and pictures, for browsers that have nothing else. Sets the headers. @returns its HTML */
export function plainPage(reply: FastifyReply, { title, body, hasForm = false }: PlainPage): string {
  reply.header("content-security-policy", policy(hasForm ? "'self'" : "'none'")).type("text/html; charset=utf-8");
  return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body>
</html>
`;
}
