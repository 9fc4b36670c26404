import { randomUUID } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import type { LogSink } from "../config/config.ts";
import { type ApiError, apiError } from "./apiError.ts";
import { readJsonBodies } from "./body.ts";
import { limitBodies } from "./bodyLimit.ts";
import { createCors } from "./cors.ts";
import { handleClientError, handleError } from "./errorHandler.ts";
import { prefersHtml } from "./errorPage.ts";
import { normalizeForwardedFor } from "./forwardedFor.ts";
import { securityHeaders } from "./headers.ts";
import { loggerOptions } from "./logger.ts";
import { limitPipelining } from "./pipelining.ts";
import type { ReaderLanguage } from "./readerLanguage.ts";
import type { ResponseCache } from "./responseCache.ts";
import { trackUnusedConnections } from "./unusedConnections.ts";

/** The largest JSON body. The longest possible survey fits, even with every character escaped. */
const BODY_MAX_BYTES = 64 * 1024;

/** How long a client may take to send a request, and how long an idle connection stays open. */
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_MS = 72_000;
/**
 * How often the server checks for request timeouts. With Node's default of 30 seconds a request could take twice its
 * time.
 */
const TIMEOUT_CHECK_MS = 5000;
/**
 * Closes connections without any traffic after this time: clients that never read their responses must not fill the
 * memory.
 */
const SOCKET_TIMEOUT_MS = 60_000;

export interface HttpOptions {
  publicUrl: string;
  /** Other origins whose pages may use the API. */
  corsOrigins: readonly string[];
  trustProxy: number;
  /** Pino's log level; "silent" in tests. */
  logLevel: string;
  /** Where log lines go; standard output by default. */
  logTo?: LogSink;
  readerLanguage: ReaderLanguage;
}

declare module "fastify" {
  interface FastifyInstance {
    /** Whether the server is shutting down: it still responds, but new clients should go elsewhere. */
    isDraining: boolean;
    /** Finds the language in which pages respond to a request. */
    readerLanguage: ReaderLanguage;
  }
}

/** Creates the HTTP server without any feature: body parsing, headers, CORS, errors, 404 and 405. */
export async function createHttpServer(
  { publicUrl, corsOrigins, trustProxy, logLevel, logTo, readerLanguage }: HttpOptions,
  responseCache: Pick<ResponseCache, "respond">,
): Promise<FastifyInstance> {
  const headers = securityHeaders(publicUrl);
  const handleCors = createCors(corsOrigins);
  const app: FastifyInstance = Fastify({
    // During shutdown, requests on open connections are still handled normally.
    return503OnClosing: false,
    logger: loggerOptions(logLevel, logTo),
    // No access log: the proxy and the metrics cover that. This log records failures.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(),
    // Creating a child logger for each request costs as much as routing it; log entries set the request id themselves.
    childLoggerFactory: (logger) => logger,
    // Proxies are counted from this server outwards: the client is the address that the outermost trusted proxy saw.
    trustProxy: (_address: string, hop: number) => hop < trustProxy,
    bodyLimit: BODY_MAX_BYTES,
    // Cached responses are sent before Fastify looks at the request.
    serverFactory: (handler) => {
      const exceedsPipelining = limitPipelining();
      return createBoundedServer((request, response) => {
        if (exceedsPipelining(request.socket, response)) return;
        // The client then opens a new connection, which the load balancer sends to another instance.
        if (app.isDraining) response.setHeader("connection", "close");
        if (handleCors(request, response)) return;
        if (!responseCache.respond(request, response)) handler(request, response);
      });
    },
    rewriteUrl: ({ url = "/", headers }) => (isUndecodablePage(url, headers.accept) ? NOT_FOUND_PATH : url),
    // These two run before any hook.
    frameworkErrors: (error, request, reply) => handleError(error, request, reply.headers(headers)),
    clientErrorHandler: (error, socket) => handleClientError(error, socket, headers),
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    // Repeated query fields become arrays, which the contract's schemas reject where they expect one value.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    forceCloseConnections: "idle",
  });
  app.decorate("isDraining", false);
  app.decorate("readerLanguage", readerLanguage);
  app.decorateRequest("currentUser", null);
  app.decorateRequest("invitedVoter", null);
  app.decorateRequest("authorizedAt", 0);
  app.decorateRequest("actor", null);
  app.setErrorHandler(handleError);
  const unroutedError = createUnroutedErrors(app);
  app.addHook("onRequest", (request, reply, done) => {
    // Before anything reads `request.ip`, which Fastify takes from the header each time.
    if (trustProxy > 0) normalizeForwardedFor(request.raw, trustProxy);
    reply.headers(headers);
    // Before the body is read: 404 and 405 take precedence over errors in the body.
    done(request.is404 ? unroutedError(request, reply) : undefined);
  });
  limitBodies(app);
  // For routes that call `reply.callNotFound()`.
  app.setNotFoundHandler((request, reply) => {
    throw unroutedError(request, reply);
  });
  readJsonBodies(app);
  const closeUnused = trackUnusedConnections(app.server);
  app.addHook("preClose", async () => closeUnused());
  return app;
}

/** Creates an HTTP server that closes the connections of clients that are too slow. */
export function createBoundedServer(onRequest: RequestListener): Server {
  const timeouts = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
  };
  const server = createServer(timeouts, onRequest);
  server.timeout = SOCKET_TIMEOUT_MS;
  return server;
}

/** A path without a page, so that the browser gets the app's "not found" page. */
const NOT_FOUND_PATH = "/404";

/** Whether a browser requests a page whose URL can't be decoded. Other clients get problem+json for such a URL. */
function isUndecodablePage(url: string, accept: string | undefined): boolean {
  if (!url.includes("%") || !prefersHtml(accept) || url.startsWith(`${API_PREFIX}/`)) return false;
  try {
    decodeURI(url.split("?", 1)[0] ?? "");
    return false;
  } catch {
    return true;
  }
}

/**
 * Replaces Fastify's compilers of JSON schemas, which take several MB of memory even if no route has a schema. The
 * contract's schemas validate and serialize instead (endpoints.ts).
 */
function refuseSchema(): never {
  throw new Error("Declare schemas in the contract, not on a route");
}

/** Ids of this process's requests: a random prefix and a counter, because random bytes for each id would cost more. */
function createRequestIds(): () => string {
  const prefix = randomUUID().slice(0, 24);
  let requests = 0;
  return () => prefix + (++requests).toString(16).padStart(12, "0");
}

/** Creates the errors for requests without a route: 405 with `Allow` where the path has other methods, else 404. */
function createUnroutedErrors(app: FastifyInstance): (request: FastifyRequest, reply: FastifyReply) => ApiError {
  const routes: { url: string; methods: string[] }[] = [];
  app.addHook("onRoute", ({ url, method }) => void routes.push({ url, methods: [method].flat() }));
  // Compiled for the first such request, because most processes never need them.
  let patterns: { pattern: RegExp; methods: string[] }[] | undefined;
  return (request, reply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    patterns ??= routes.map(({ url, methods }) => ({ pattern: patternOf(url), methods }));
    const matching = patterns.filter(({ pattern }) => pattern.test(path));
    // The catch-all route of the pages also matches unknown API paths, which must stay 404.
    const isUnknownEndpoint = path.startsWith(`${API_PREFIX}/`) && matching.every(({ pattern }) => pattern.test("/"));
    const methods = new Set(isUnknownEndpoint ? [] : matching.flatMap((route) => route.methods));
    if (methods.size === 0 || methods.has(request.method)) return apiError("notFound");
    reply.header("allow", [...methods].sort().join(", "));
    return apiError("methodNotAllowed");
  };
}

/** Matches the paths of a route. */
function patternOf(url: string): RegExp {
  const source = url
    .replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/:\w+/g, "[^/]+")
    .replaceAll("*", ".*");
  return new RegExp(`^${source}/?$`);
}
