import type { FastifyInstance, FastifyRequest } from "fastify";
import { clientNetworkOf, siteOf } from "./clientNetwork.ts";
import { createConcurrencyLimiter, onceClosed } from "./concurrency.ts";

const MB = 1024 * 1024;

/**
 * The bytes of request bodies that clients may have in this process. `perClient`: an office or a school behind one
 * address sends votes of 300 bytes, and now and then an image of up to 5 MB. `perSite`: two networks of an IPv6 site
 * (/48). When all are taken, the oldest bodies of the site with the most are cut for a site with fewer, so that a few
 * addresses that never finish their bodies can't keep others from voting.
 */
const BODY_BYTES = { perClient: 8 * MB, perSite: 16 * MB, total: 64 * MB, retryAfter: 5, cutsFromLead: MB };

/**
 * Bounds the memory that request bodies take. It runs before any other hook, on every route, including those outside of
 * the contract and those that never read a body. From its headers until its response, a request counts with the bytes
 * that it announces, because the client may send them at any time; bytes that have arrived would have to be counted
 * piece by piece.
 */
export function limitBodies(app: FastifyInstance): void {
  const hold = createConcurrencyLimiter(BODY_BYTES);
  app.addHook("onRequest", (request, reply, done) => {
    const bytes = bytesOf(request);
    if (bytes > 0) {
      const { ip } = request;
      onceClosed(reply.raw, hold(clientNetworkOf(ip), reply.raw, siteOf(ip), bytes));
    }
    done();
  });
}

/** The bytes of a request's body that the server may have to hold. It rejects a body beyond the limit of its route. */
function bytesOf(request: FastifyRequest): number {
  const { "content-length": length = 0, "transfer-encoding": encoding } = request.headers;
  const announced = encoding === undefined ? Number(length) : Infinity;
  return announced === 0 ? 0 : Math.min(announced, request.routeOptions.bodyLimit);
}
