import { escapeHtml } from "@survey-app/contract/escapeHtml.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { handleError } from "./errorHandler.ts";
import { cspHash } from "./headers.ts";

/** Uses the colors of the app (web/ui/styles.css), because this page can't load that stylesheet. */
const STYLE = [
  ":root{color-scheme:light dark}",
  "body{font:1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:18vh auto;padding:0 1.5rem;text-align:center;",
  "background:light-dark(#faf9f6,#0e1313);color:light-dark(#14201f,#ecf2f0)}",
  "h1{font-size:1.75rem;line-height:1.2;margin:0 0 .5rem}p{margin:0 0 1.5rem}",
  "a{color:inherit;font-weight:600;display:inline-block;padding:.5rem 1rem}small{opacity:.8}",
].join("");
const POLICY = `default-src 'none'; style-src ${cspHash(STYLE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const TITLE = "This page could not be loaded";

/** Responds to browsers with an HTML error page, and to other clients with problem+json. */
export function handlePageError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!prefersHtml(request.headers.accept)) return handleError(error, request, reply);
  return handleError(error, request, reply, ({ status, detail, requestId }) => {
    // The request id leads to the log entry of a server error; client errors are not logged.
    const trace = status >= 500 ? `<p><small>Request ${escapeHtml(requestId)}</small></p>` : "";
    reply.header("content-security-policy", POLICY).type("text/html; charset=utf-8");
    return `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${TITLE}</title><style>${STYLE}</style></head>
<body><main><h1>${TITLE}</h1><p>${escapeHtml(detail)}</p><p><a href="">Try again</a><a href="/">Home</a></p>${trace}</main></body>
</html>
`;
  });
}

/** Whether the request comes from a browser that will display the response. */
export function prefersHtml(accept: string | undefined): boolean {
  return accept?.includes("text/html") === true;
}
