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

/** The time that a stop waits for the collector, in milliseconds. */
const LAST_SENDING_MS = 2000;

/** Sends spans of requests and of stored votes to a collector. Loaded only if a collector is configured. */
export interface Tracing {
  watch(app: FastifyInstance, options: { trustProxy: number }): void;
  /** Traces how long a vote waits until it is stored. */
  traceVotes<C extends (ballot: never) => Promise<{ kind: string }>>(cast: C): C;
}

/** OpenTelemetry's packages read its standard variables: the endpoint, the intervals and the sampling. */
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
      // Sends the remaining spans; an unreachable collector must not prevent the stop.
      const tooLong = () => sleep(LAST_SENDING_MS, undefined, { ref: false });
      app.addHook("onClose", () => Promise.race([provider.shutdown().catch(() => undefined), tooLong()]));
    },
    traceVotes: (cast) => traceVotes(cast, tracer, current),
  };
}

interface Parts {
  tracer: Tracer;
  /** The current request's span. */
  current: AsyncLocalStorage<Context>;
  /** Whether clients may name the trace that their requests belong to. */
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
      // The id in responses and logs.
      "survey_app.request_id": request.id,
    };
    const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
    contexts.set(request, trace.setSpan(parent, span));
    // Also runs when the client disconnects.
    onceClosed(reply.raw, () => endSpan(span, reply.raw.statusCode));
    done();
  });
  // In this hook, because reading the body loses the async context of earlier hooks.
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

/** The trace that a request names in its header (W3C Trace Context). */
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
      const result = await cast(ballot);
      span.setAttribute("survey_app.outcome", result.kind);
      return result;
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  }) as C;
}
