import type { Access, Answer, Call, Input, Limit } from "@survey-app/contract/call.ts";
import type { FieldError } from "@survey-app/contract/refusals.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod/mini";
import type { Caller, Identification } from "./caller.ts";
import { encodeCursor, type Place } from "./cursor.ts";
import { refuse } from "./refuse.ts";
import { demandSameOrigin } from "./sameOrigin.ts";

/** A page of a list, as handlers of paged calls answer it. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  /** There are more than `total`: counting stopped there. */
  isCut?: boolean;
  /** Where the next page begins; null at the end. */
  next: Place | null;
}

/** Who is calling, as far as the access of the call tells: visitors reach only calls for `anyone`. */
type CallerOf<C extends Call> = C["access"] extends "anyone" ? Caller | null : Caller;

type Result<C extends Call> = C extends { paged: true }
  ? Answer<C> extends (infer Row)[]
    ? Page<Row>
    : never
  : Answer<C>;

export interface Exchange<C extends Call> extends Input<C> {
  caller: CallerOf<C>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Handler<C extends Call> = (exchange: Exchange<C>) => Promise<Result<C>>;

/** Serves one declared call: `serve(surveys.latest, async () => …)`. */
export type Serve = <C extends Call>(call: C, handler: Handler<C>) => void;

export interface ServeOptions {
  identification: Identification;
  publicUrl: string;
  /** Whether rate limits hold. */
  limits: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Who makes the call; null for visitors, and until the call has identified them. */
    caller: Caller | null;
  }
}

/** The base that every call stands under. */
export const API = "/api";

/**
 * Makes `serve`: who → may → parse → handle → answer. What a call's declaration says is done here and nowhere else;
 * handlers get parsed input and a caller who may.
 */
export function makeServe(app: FastifyInstance, options: ServeOptions): Serve {
  return (call, handler) => {
    const demandPace = options.limits && call.limit ? limiter(app, call.limit) : null;
    app.route({
      method: call.method,
      url: API + call.path,
      // Before the body is read: who may not call does not get us to read.
      onRequest: async (request) => {
        if (call.method !== "GET") demandSameOrigin(request, options.publicUrl);
        request.caller = await identify(call.access, request, options.identification);
        demandRole(call.access, request.caller);
        await demandPace?.(request);
      },
      handler: async (request, reply) => {
        // Multipart is what forms of other sites can send: for pictures only.
        if (request.isMultipart() !== (call.body === "image")) throw refuse("wrongContentType");
        const input = parseInput(call, request);
        demandOwnName(call, request.caller, input);
        const exchange = { ...input, caller: request.caller, request, reply } as Exchange<typeof call>;
        return answer(call, await handler(exchange), exchange);
      },
    });
  };
}

async function identify(access: Access, request: FastifyRequest, by: Identification): Promise<Caller | null> {
  const { authorization, cookie } = request.headers;
  if (access === "cookie") {
    const caller = cookie === undefined ? null : await by.byCookie(cookie);
    if (!caller) throw refuse("signInRequired");
    return caller;
  }
  if (authorization === undefined) {
    if (access === "anyone") return null;
    throw refuse("signInRequired");
  }
  if (access !== "anyone") return by.byToken(authorization);
  // A public read with a stale token is a visitor's read.
  return by.byToken(authorization).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === "sessionEnded") return null;
    throw error;
  });
}

function demandRole(access: Access, caller: Caller | null): void {
  const role = caller?.storedRole;
  if (access === "admin" && role !== "admin") throw refuse("roleRequired");
  if (access === "surveyor" && role !== "admin" && role !== "surveyor") throw refuse("roleRequired");
}

/** Names sent along are compared with the session, never used (product §3). */
function demandOwnName(
  call: Call,
  caller: Caller | null,
  input: { params: unknown; query: unknown; body: unknown },
): void {
  if (!call.names || !caller) return;
  const own = { email: caller.email, name: caller.name, userName: caller.name };
  for (const [field, naming] of Object.entries(call.names) as ["email" | "name" | "userName", string][]) {
    if (naming === "ownOrAdmin" && caller.storedRole === "admin") continue;
    for (const part of [input.params, input.query, input.body]) {
      const named = (part as Record<string, unknown> | undefined)?.[field];
      if (named !== undefined && named !== own[field]) throw refuse("notYou");
    }
  }
}

function parseInput(call: Call, request: FastifyRequest) {
  const errors: FieldError[] = [];
  const params = call.params && parse(call.params, request.params, "params.", errors);
  const query = call.query && parse(call.query, request.query, "query.", errors);
  const body = call.body && call.body !== "image" ? parse(call.body, request.body, "", errors) : undefined;
  if (errors.length > 0) throw refuse("badInput", { errors });
  return { params, query, body };
}

/** Fields of the body go by their own name, the others by `params.x` and `query.x`. */
function parse(schema: z.ZodMiniType, value: unknown, prefix: string, errors: FieldError[]): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const isNoObject = issue.path.length === 0 && issue.code === "invalid_type";
    errors.push({
      field: prefix + (issue.path.join(".") || "body"),
      message: isNoObject ? "The body must be a JSON object" : issue.message,
    });
  }
  return undefined;
}

function answer(call: Call, result: unknown, { caller, request, reply }: Exchange<Call>): FastifyReply {
  let body = result;
  if (call.paged) {
    const { rows, total, isCut, next } = result as Page<unknown>;
    reply.header("x-total-count", isCut ? `${total}+` : total);
    if (next) reply.header("link", `<${nextPage(request, next)}>; rel="next"`);
    body = rows;
  }
  // Only what the contract promises leaves the house: unknown fields are dropped, missing ones are a bug.
  const promised = JSON.stringify(call.answer.parse(body));
  // Only what everybody would be answered may be kept, to be asked for again.
  const isPublic = call.method === "GET" && call.access === "anyone" && !caller && !request.headers.cookie;
  return reply
    .header("cache-control", isPublic ? "no-cache" : "no-store")
    .type("application/json; charset=utf-8")
    .send(promised);
}

function nextPage(request: FastifyRequest, next: Place): string {
  const url = new URL(request.url, "http://any");
  url.searchParams.set("cursor", encodeCursor(next));
  return url.pathname + url.search;
}

/** Counts for each caller, visitors by their address; refuses with 429 what is over the limit. */
export function limiter(app: FastifyInstance, { max, seconds }: Limit) {
  const count = app.createRateLimit({
    max,
    timeWindow: seconds * 1000,
    keyGenerator: (request) => request.caller?.userId ?? request.ip,
  });
  return async (request: FastifyRequest): Promise<void> => {
    const state = await count(request);
    if (!state.isAllowed && state.isExceeded) throw refuse("tooFast", { retryAfter: state.ttlInSeconds });
  };
}
