import { Readable } from "node:stream";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import type { FastifyReply, FastifyRequest } from "fastify";

/** The pieces of a file's text, in order, as its handler returns them. */
export type FilePieces = Iterable<string> | AsyncIterable<string>;

/**
 * Concurrency limits of files, which can have a million rows. The next piece of a file is made only when the client has
 * read the one before. A slow client's file is cut in favor of another site's (`cutsFromLead`).
 */
export const FILE_LIMITS = { perClient: 6, perSite: 12, total: 40, retryAfter: 5, cutsFromLead: 2 };
/** The time after which the connection of a file is closed, in milliseconds. */
export const FILE_TIMEOUT_MS = 10 * 60_000;

/**
 * Sends the pieces of a file as they are made. If making one fails, the connection is closed, so that the client
 * notices that the file is incomplete.
 */
export function sendFile({ file, path }: Endpoint, pieces: FilePieces, request: FastifyRequest, reply: FastifyReply) {
  // Each file is about one survey, or one room, whose id is the only parameter of its path.
  const [id] = Object.values(request.params as Record<string, string>);
  return (
    reply
      .type(`${file}; charset=utf-8`)
      .header("cache-control", "no-store")
      .header("content-disposition", `attachment; filename="${id}-${path.slice(path.lastIndexOf("/") + 1)}"`)
      // Fastify would read a stream to its end to answer HEAD.
      .send(request.method === "HEAD" ? "" : Readable.from(pieces))
  );
}
