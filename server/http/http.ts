import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { type ApiError, apiError } from "./apiError.ts";
import { readJsonBodies } from "./body.ts";
import { createCors } from "./cors.ts";
import { API_PREFIX } from "./endpoints.ts";
import { handleClientError, handleError } from "./errorHandler.ts";
import { prefersHtml } from "./errorPage.ts";
import { securityHeaders } from "./headers.ts";
import { type LogSink, loggerOptions } from "./logger.ts";
import { cutPipelining } from "./pipelining.ts";
import type { ResponseCache } from "./responseCache.ts";

/** The largest JSON body: the longest survey, every character of it escaped, fits. */
const BODY_MAX_BYTES = 64 * 1024;

/** How long a request may take to arrive whole, and how long a connection waits for its next one. */
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 72_000;
/** How often the server looks for requests that took too long: Node's own half minute would double their time. */
const TIMEOUT_CHECK_MS = 5000;
/** How long a connection may take nothing of its answer: who opens many and never reads must not fill the memory. */
const STALLED_MS = 60_000;

export interface HttpOptions {
  publicUrl: string;
  /** Other origins whose pages may call us. */
  corsOrigins: readonly string[];
  trustProxy: number;
  /** pino's level; "silent" in tests. */
  logLevel: string;
  /** Where the log goes: the standard output by default. */
  logTo?: LogSink;
}

declare module "fastify" {
  interface FastifyInstance {
    /** The server is about to stop: it answers, but nobody new should come. */
    isDraining: boolean;
  }
}

/** The HTTP server before any noun: bodies, headers, errors, and what no route answers. */
export async function createHttpServer(
  { publicUrl, corsOrigins, trustProxy, logLevel, logTo }: HttpOptions,
  responseCache: ResponseCache,
): Promise<FastifyInstance> {
  const headers = securityHeaders(publicUrl);
  const answersPreflight = createCors(corsOrigins);
  const app: FastifyInstance = Fastify({
    // While it stops, what arrives on connections that are open is answered like all else.
    return503OnClosing: false,
    logger: loggerOptions(logLevel, logTo),
    // Journals of every request are the proxy's or the metrics' business; ours holds what went wrong.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    // Making a logger for every request costs as much as finding its route; what is logged names the request itself.
    childLoggerFactory: (logger) => logger,
    // Proxies are counted from us outwards: the address that the last trusted one saw is the client.
    trustProxy: (_address: string, hop: number) => hop < trustProxy,
    bodyLimit: BODY_MAX_BYTES,
    // What is known already is answered before anything else looks at the request.
    serverFactory: (handler) => {
      const times = {
        requestTimeout: REQUEST_TIMEOUT_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      };
      const isTooMany = cutPipelining();
      const server = createServer(times, (request, response) => {
        if (isTooMany(request.socket, response)) return;
        // Whoever is told so comes back by another connection, to where there is somebody.
        if (app.isDraining) response.setHeader("connection", "close");
        if (answersPreflight(request, response)) return;
        if (!responseCache.answer(request, response)) handler(request, response);
      });
      server.timeout = STALLED_MS;
      return server;
    },
    rewriteUrl: ({ url = "/", headers }) => (isBrokenForBrowser(url, headers.accept) ? NO_ADDRESS : url),
    // These two come before any hook.
    frameworkErrors: (error, request, reply) => handleError(error, request, reply.headers(headers)),
    clientErrorHandler: (error, socket) => handleClientError(error, socket, headers),
    // Repeated query fields arrive as arrays, which the contract's schemas refuse where one value is meant.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    forceCloseConnections: "idle",
  });
  app.decorate("isDraining", false);
  app.decorateRequest("caller", null);
  app.decorateRequest("actor", null);
  app.setErrorHandler(handleError);
  const refuseUnrouted = unroutedRefusal(app);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers);
    // Before a body is read: whatever is wrong with it, first of all nobody takes it.
    done(request.is404 ? refuseUnrouted(request, reply) : undefined);
  });
  // And where a route finds out that it has nothing.
  app.setNotFoundHandler((request, reply) => {
    throw refuseUnrouted(request, reply);
  });
  readJsonBodies(app);
  return app;
}

/** What no page has: a browser is shown our page that says so. */
const NO_ADDRESS = "/404";

/** Whether a browser was led to a page's address that can't be decoded. Programs are told so as a problem. */
function isBrokenForBrowser(url: string, accept: string | undefined): boolean {
  if (!url.includes("%") || !prefersHtml(accept) || url.startsWith(`${API_PREFIX}/`)) return false;
  try {
    decodeURI(url.split("?", 1)[0] ?? "");
    return false;
  } catch {
    return true;
  }
}

/** What all ids of this process's requests begin with; a count follows. Random bytes for each would cost more. */
const ID_BEGIN = randomUUID().slice(0, 24);
let requests = 0;

function newRequestId(): string {
  requests++;
  return ID_BEGIN + requests.toString(16).padStart(12, "0");
}

/** Makes what refuses requests without a route: 405 with `Allow` where another method would have been answered, else 404. */
function unroutedRefusal(app: FastifyInstance): (request: FastifyRequest, reply: FastifyReply) => ApiError {
  const routes: { pattern: RegExp; methods: Set<string> }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    const source = url
      .replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll(/:\w+/g, "[^/]+")
      .replaceAll("*", ".*");
    routes.push({ pattern: new RegExp(`^${source}/?$`), methods: new Set([method].flat()) });
  });
  return (request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    const matching = routes.filter(({ pattern }) => pattern.test(path));
    // The pages' catch-all does not make an unknown call a known one.
    const isUnknownCall = path.startsWith(`${API_PREFIX}/`) && matching.every(({ pattern }) => pattern.test("/"));
    const methods = new Set(isUnknownCall ? [] : matching.flatMap((route) => [...route.methods]));
    if (methods.size === 0 || methods.has(request.method)) return apiError("notFound");
    reply.header("allow", [...methods].sort().join(", "));
    return apiError("methodNotAllowed");
  };
}
