import type { FastifyReply, FastifyRequest } from "fastify";
import { wordsIn } from "../words/wordsIn.ts";
import { handleError } from "./errorHandler.ts";
import { setPlainHeaders } from "./plainPage.ts";

/** Responds to browsers with an HTML error page, and to other clients with problem+json. */
export async function handlePageError(
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!prefersHtml(request.headers.accept)) return handleError(error, request, reply);
  const words = await wordsIn(request.server.readerLanguage.of(request.raw));
  return handleError(error, request, reply, ({ status, code, requestId }) => {
    setPlainHeaders(reply);
    return words.notLoadedPage(code, status >= 500 ? requestId : null);
  });
}

/** Whether the request comes from a browser that will display the response. */
export function prefersHtml(accept: string | undefined): boolean {
  return accept?.includes("text/html") === true;
}
