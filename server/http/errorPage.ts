import { escapeHtml } from "@survey-app/contract/escapeHtml.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { handleError } from "./errorHandler.ts";
import { plainPage } from "./plainPage.ts";

const TITLE = "This page could not be loaded";

/** Responds to browsers with an HTML error page, and to other clients with problem+json. */
export function handlePageError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!prefersHtml(request.headers.accept)) return handleError(error, request, reply);
  return handleError(error, request, reply, ({ status, detail, requestId }) => {
    // The request id leads to the log entry of a server error; client errors are not logged.
    const trace = status >= 500 ? `<p><small>Request ${escapeHtml(requestId)}</small></p>` : "";
    const links = '<p><a href="">Try again</a><a href="/">Home</a></p>';
    return plainPage(reply, { title: TITLE, body: `<p>${escapeHtml(detail)}</p>${links}${trace}` });
  });
}

/** Whether the request comes from a browser that will display the response. */
export function prefersHtml(accept: string | undefined): boolean {
  return accept?.includes("text/html") === true;
}
