import { randomUUID } from "node:crypto";
import multipart from "@fastify/multipart";
import { IMAGE_MAX_BYTES } from "@survey-app/contract/images.ts";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from "fastify";
import { readJsonBodies } from "./body.ts";
import { securityHeaders } from "./headers.ts";
import { answerBrokenRequest, answerProblem } from "./problem.ts";
import { refuse } from "./refuse.ts";
import { API } from "./serve.ts";

/** The largest JSON body: the longest survey, every character of it escaped, fits. */
const BODY_MAX_BYTES = 64 * 1024;

export interface HttpOptions {
  publicUrl: string;
  trustProxy: number;
  /** pino's level; "silent" in tests. */
  logLevel: string;
}

/** The HTTP server before any noun: bodies, headers, errors, and what no route answers. */
export async function makeHttp({ publicUrl, trustProxy, logLevel }: HttpOptions): Promise<FastifyInstance> {
  const headers = securityHeaders(publicUrl);
  const app = Fastify({
    logger: { level: logLevel, redact: ["req.headers.authorization", "req.headers.cookie"] },
    // Journals of every request are the proxy's or the metrics' business; ours holds what went wrong.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Proxies are counted from us outwards: the address that the last trusted one saw is the client.
    trustProxy: (_address: string, hop: number) => hop < trustProxy,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: 30_000,
    // These two come before any hook.
    frameworkErrors: (error, request, reply) => answerProblem(error, request, reply.headers(headers)),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, headers),
    // Repeated query fields arrive as arrays, which the contract's schemas refuse where one value is meant.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    forceCloseConnections: "idle",
  });
  app.decorateRequest("caller", null);
  app.setErrorHandler(answerProblem);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  readJsonBodies(app);
  await app.register(multipart, {
    limits: { fileSize: IMAGE_MAX_BYTES, files: 1, fields: 5, fieldSize: 1024, parts: 6, headerPairs: 20 },
  });
  answerUnrouted(app);
  return app;
}

/** 405 with `Allow` where another method would have been answered, else 404. */
function answerUnrouted(app: FastifyInstance): void {
  const routes: { pattern: RegExp; methods: Set<string> }[] = [];
  app.addHook("onRoute", ({ url, method }) => {
    const source = url
      .replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&")
      .replaceAll(/:\w+/g, "[^/]+")
      .replaceAll("*", ".*");
    routes.push({ pattern: new RegExp(`^${source}/?$`), methods: new Set([method].flat()) });
  });
  const refuseUnrouted = (request: FastifyRequest, reply: FastifyReply): never => {
    const path = request.url.split("?", 1)[0] ?? "";
    const matching = routes.filter(({ pattern }) => pattern.test(path));
    // The pages' catch-all does not make an unknown call a known one.
    const isUnknownCall = path.startsWith(`${API}/`) && matching.every(({ pattern }) => pattern.test("/"));
    const methods = new Set(isUnknownCall ? [] : matching.flatMap((route) => [...route.methods]));
    if (methods.size === 0 || methods.has(request.method)) throw refuse("notFound");
    reply.header("allow", [...methods].sort().join(", "));
    throw refuse("methodNotAllowed");
  };
  // Before a body is read: whatever is wrong with it, first of all nobody takes it.
  app.addHook("onRequest", async (request, reply) => {
    if (request.is404) refuseUnrouted(request, reply);
  });
  // And where a route finds out that it has nothing.
  app.setNotFoundHandler(refuseUnrouted);
}
