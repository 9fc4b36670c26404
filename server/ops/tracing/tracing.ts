import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { onceClosed } from "../../http/concurrency.ts";

/** How long the collector may take at a stop, in milliseconds. */
const LAST_SENDING_MS = 2000;

/** Spans of requests and of what their votes wait for, sent to a collector. Loaded only where one is named. */
export interface Tracing {
  watch(app: FastifyInstance, options: { trustProxy: number }): void;
  /** Traces how long a vote waits until it is stored. */
  traceVotes<C extends (ballot: never) => Promise<{ kind: string }>>(cast: C): C;
}

/** Where to, how often and which of them: the variables of OpenTelemetry, which its own packages read. */
export function startTracing(): Tracing {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ "service.name": "survey-app" }))
    .merge(detectResources({ detectors: [envDetector] }));
  const processor = new BatchSpanProcessor(new OTLPTraceExporter());
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] });
  const tracer = provider.getTracer("survey-app");
  const current = new AsyncLocalStorage<Context>();
  return {
    watch(app, { trustProxy }) {
      traceRequests(app, { tracer, current, isTrusted: trustProxy > 0 });
      // What is not sent yet is sent; a collector that is away keeps nobody from stopping.
      const tooLong = () => sleep(LAST_SENDING_MS, undefined, { ref: false });
      app.addHook("onClose", () => Promise.race([provider.shutdown().catch(() => undefined), tooLong()]));
    },
    traceVotes: (cast) => traceVotes(cast, tracer, current),
  };
}

interface Parts {
  tracer: Tracer;
  /** The span of the request that is worked for. */
  current: AsyncLocalStorage<Context>;
  /** Whether who sends us requests may say which trace they belong to. */
  isTrusted: boolean;
}

function traceRequests(app: FastifyInstance, { tracer, current, isTrusted }: Parts): void {
  const contexts = new WeakMap<FastifyRequest, Context>();
  app.addHook("onRequest", (request, reply, done) => {
    const parent = isTrusted ? parentOf(request.headers.traceparent) : ROOT_CONTEXT;
    const route = request.is404 ? "none" : (request.routeOptions.url ?? "none");
    const attributes = {
      "http.request.method": request.method,
      "http.route": route,
      // The id that answers and logs have.
      "survey_app.request_id": request.id,
    };
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    contexts.set(request, trace.setSpan(parent, span));
    // Whoever goes away is seen here, too.
    onceClosed(reply.raw, () => endSpan(span, reply.raw.statusCode));
    done();
  });
  // Here, because reading a body leaves what ran before it.
  app.addHook("preHandler", (request, _reply, done) => current.run(contexts.get(request) ?? ROOT_CONTEXT, done));
  app.addHook("onError", async (request, _reply, error) => {
    const code = (error as { code?: unknown }).code;
    trace
      .getSpan(contexts.get(request) ?? ROOT_CONTEXT)
      ?.setAttribute("error.type", typeof code === "string" ? code : error.name);
  });
}

function endSpan(span: Span, status: number): void {
  span.setAttribute("http.response.status_code", status);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** The trace that a request says it is part of (W3C Trace Context). */
function parentOf(traceparent: string | string[] | undefined): Context {
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(String(traceparent)) ?? [];
  if (!traceId || !spanId || !flags) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function traceVotes<C extends (ballot: never) => Promise<{ kind: string }>>(
  cast: C,
  tracer: Tracer,
  current: AsyncLocalStorage<Context>,
): C {
  return (async (ballot: never) => {
    const span = tracer.startSpan("store vote", { kind: SpanKind.INTERNAL }, current.getStore());
    try {
      const outcome = await cast(ballot);
      span.setAttribute("survey_app.outcome", outcome.kind);
      return outcome;
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }) as C;
}
