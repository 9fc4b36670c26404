import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml } from "./escapeHtml.ts";
import { answerProblem } from "./problem.ts";

const STYLE =
  ":root{color-scheme:light dark}body{font:1.125rem/1.6 system-ui,sans-serif;max-width:36rem;margin:20vh auto;padding:0 1.5rem}";
const POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Tells a browser in a page of its own why there is no page; programs are told in JSON. */
export function answerPageProblem(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!prefersHtml(request.headers.accept)) return answerProblem(error, request, reply);
  return answerProblem(error, request, reply, ({ title, detail }) => {
    reply.header("content-security-policy", POLICY).type("text/html; charset=utf-8");
    return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(detail)}</p><p><a href="">Try again</a> or go to the <a href="/">home page</a>.</p></main></body>
</html>
`;
  });
}

/** Whether a request comes from a browser that shows what it is answered. */
export function prefersHtml(accept: string | undefined): boolean {
  return accept?.includes("text/html") === true;
}
