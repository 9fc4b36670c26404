import multipart from "@fastify/multipart";
import {
  type Access,
  changesOthers,
  type Endpoint,
  FRESH_SIGN_IN_HOURS,
  type InputOf,
  type ResponseOf,
} from "@survey-app/contract/endpoint.ts";
import type { FieldError } from "@survey-app/contract/errors.ts";
import { IMAGE_MAX_BYTES } from "@survey-app/contract/images.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import type * as z from "zod/mini";
import type { CurrentUser } from "../database/currentUser.ts";
import type { PagedRows } from "../database/pagination.ts";
import { ApiError, apiError } from "./apiError.ts";
import type { Authenticator } from "./authenticator.ts";
import { clientNetworkOf, siteOf } from "./clientNetwork.ts";
import { type ConcurrencyLimiter, createConcurrencyLimiter, onceClosed } from "./concurrency.ts";
import { encodeCursor } from "./cursor.ts";
import { isForPage } from "./forPage.ts";
import { nextPageLink } from "./nextPage.ts";
import type { RateLimiter, ReadLimiter } from "./rateLimit.ts";
import { type CacheRequest, headersOf, type ResponseCache } from "./responseCache.ts";
import { requireSameOrigin, type TrustedOrigins } from "./sameOrigin.ts";
import { isSecurityEvent, logSecurityEvent } from "./securityLog.ts";

/** Who is calling, as far as the access of the call tells: visitors reach only calls for `anyone`. */
type CallerOf<C extends Endpoint> = C["access"] extends "anyone" ? CurrentUser | null : CurrentUser;

type Result<C extends Endpoint> = C extends { paginated: true }
  ? ResponseOf<C> extends (infer Row)[]
    ? PagedRows<Row>
    : never
  : C extends { preserialized: true }
    ? string
    : ResponseOf<C>;

export interface RequestContext<C extends Endpoint> extends InputOf<C> {
  currentUser: CallerOf<C>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Handler<C extends Endpoint> = (context: RequestContext<C>) => Promise<Result<C>>;

/** Serves one declared call: `serve(surveys.latest, async () => …)`. */
export type RegisterEndpoint = <C extends Endpoint>(endpoint: C, handler: Handler<C>) => void;

export interface EndpointRegistrarOptions {
  authenticator: Authenticator;
  origins: TrustedOrigins;
  /** Null where no limits hold. */
  rateLimiter: RateLimiter | null;
  reads: ReadLimiter;
  responseCache: ResponseCache;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Who makes the call; null for visitors, and until the call has identified them. */
    currentUser: CurrentUser | null;
  }
}

/** Multipart is what forms of other sites can send: only the calls that take a picture read it. */
const IMAGE_LIMITS = { fileSize: IMAGE_MAX_BYTES, files: 1, fields: 5, fieldSize: 1024, parts: 6, headerPairs: 20 };

/** Of answers that are written by the database, a megabyte each, so many are under way at once… */
const LONG_ANSWERS = { perClient: 20, inAll: 100, retryAfter: 5, cutsFromLead: 0 };
/** …and so long, in milliseconds: who reads slower asks for fewer rows. */
const LONG_MS = 60_000;

/** The base that every call stands under. */
export const API_PREFIX = "/api";

/**
 * Makes `serve`: who → may → parse → handle → answer. What a call's declaration says is done here and nowhere else;
 * handlers get parsed input and a caller who may.
 */
export function createEndpointRegistrar(app: FastifyInstance, options: EndpointRegistrarOptions): RegisterEndpoint {
  const takeSlot = options.rateLimiter ? createConcurrencyLimiter(LONG_ANSWERS) : () => () => {};
  return (endpoint, handler) => {
    const answer = answering(endpoint, journaled(endpoint, handler), options);
    const route = {
      method: endpoint.method,
      url: API_PREFIX + endpoint.path,
      // Before the body is read: who may not call does not get us to read.
      onRequest: admission(endpoint, options),
      handler: endpoint.preserialized ? inSlot(takeSlot, answer) : answer,
    };
    if (endpoint.body !== "image") app.route(route);
    else
      app.register(async (scope) => {
        await scope.register(multipart, { limits: IMAGE_LIMITS });
        scope.route(route);
      });
  };
}

/** A long answer is made in a slot of its address, which it has until it was read, and not for longer than `LONG_MS`. */
function inSlot(
  takeSlot: ConcurrencyLimiter,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const giveBack = takeSlot(clientNetworkOf(request.ip), reply.raw, siteOf(request.ip));
    const cutting = setTimeout(() => reply.raw.destroy(), LONG_MS).unref();
    try {
      return await answer(request, reply);
    } finally {
      onceClosed(reply.raw, () => {
        clearTimeout(cutting);
        giveBack();
      });
    }
  };
}

function admission(endpoint: Endpoint, options: EndpointRegistrarOptions): onRequestHookHandler {
  const demandPace =
    endpoint.rateLimit &&
    options.rateLimiter?.(`${endpoint.method} ${endpoint.path}`, endpoint.rateLimit, endpoint.access === "anyone");
  const isForOthers = changesOthers(endpoint);
  return (request, _reply, done) => {
    const admit = (currentUser: CurrentUser | null) => {
      request.currentUser = currentUser;
      demandAccess(endpoint.access, request);
      if (isForOthers) demandFreshSignIn(currentUser);
      if (isForPage(request) || (endpoint.rateLimit?.only === "searches" && !(request.query as { q?: unknown }).q))
        return;
      return demandPace?.(request);
    };
    try {
      if (endpoint.method !== "GET") requireSameOrigin(request, options.origins);
      const currentUser = identify(endpoint.access, request, options.authenticator);
      // A caller who is known already is let in at once: in a rush of votes every turn of the event loop counts.
      const admitted = currentUser instanceof Promise ? currentUser.then(admit) : admit(currentUser);
      if (admitted) admitted.then(() => done(), done);
      else done();
    } catch (error) {
      done(error as Error);
    }
  };
}

/** The handler of a call that is logged, with that; others stay as they are: in a rush of votes every step counts. */
function journaled<C extends Endpoint>(endpoint: C, handler: Handler<C>): Handler<C> {
  if (!isSecurityEvent(endpoint)) return handler;
  return async (context) => {
    try {
      const answer = await handler(context);
      logSecurityEvent(endpoint, context.request, "done");
      return answer;
    } catch (error) {
      if (error instanceof ApiError) logSecurityEvent(endpoint, context.request, error.code);
      throw error;
    }
  };
}

function answering<C extends Endpoint>(
  endpoint: C,
  handler: Handler<C>,
  { responseCache, reads }: EndpointRegistrarOptions,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (endpoint.body === "image" && !request.isMultipart()) throw apiError("wrongContentType");
    const input = parseInput(endpoint, request);
    demandOwnEmail(endpoint, request.currentUser, input);
    const context = { ...input, currentUser: request.currentUser, request, reply } as RequestContext<C>;
    const make = async () => serializeResponse(endpoint, await handler(context), context);
    reply.type("application/json; charset=utf-8");
    const isOfPage = isForPage(request);
    if (!isPublic(endpoint, request) || isOfPage) {
      if (endpoint.method === "GET" && !isOfPage) reads.admit(request);
      return reply.header("cache-control", "no-store").send(await make());
    }
    const answer = await responseCache.find(whatIsAsked(endpoint, request, input), {
      admit: () => reads.admit(request),
      make: async () => {
        const body = await make();
        // Whoever checks a ledger reads all of it, and those answers have slots of their own.
        if (!endpoint.preserialized) reads.weigh(request, body);
        return { status: 200, headers: headersOf(reply), body };
      },
    });
    reply.hijack();
    return responseCache.send(answer, request.raw, reply.raw);
  };
}

/** By what the contract's schemas made of the request: fields that nobody reads are not there any more. */
function whatIsAsked(
  endpoint: Endpoint,
  { raw }: FastifyRequest,
  { params, query }: Record<string, unknown>,
): CacheRequest {
  const about = (params as { id?: string } | undefined)?.id ?? null;
  const key = `${endpoint.path} ${JSON.stringify([params, query])}`;
  const { preserialized: isExact = false, readsCookie = false } = endpoint;
  return { key, url: raw.url ?? "", route: API_PREFIX + endpoint.path, about, isExact, readsCookie };
}

/** Who calls, as far as the access of the call asks for it: at hand, or looked up. */
function identify(
  access: Access,
  request: FastifyRequest,
  by: Authenticator,
): CurrentUser | null | Promise<CurrentUser | null> {
  const { authorization, cookie } = request.headers;
  if (access === "cookie") return cookie === undefined ? null : by.byCookie(cookie);
  return authorization === undefined ? null : by.byToken(authorization);
}

function demandAccess(access: Access, { currentUser, headers }: FastifyRequest): void {
  // A public read with a stale token is a visitor's read.
  if (access === "anyone") return;
  if (!currentUser) {
    const wasKnown = access !== "cookie" && headers.authorization !== undefined;
    throw apiError(wasKnown ? "sessionEnded" : "signInRequired");
  }
  const role = currentUser.storedRole;
  if (access === "admin" && role !== "admin") throw apiError("roleRequired");
  if (access === "surveyor" && role !== "admin" && role !== "surveyor") throw apiError("roleRequired");
}

/** A browser that an admin left signed in lets nobody change what is others' the next day. Reading stays free. */
function demandFreshSignIn(currentUser: CurrentUser | null): void {
  if (currentUser?.storedRole !== "admin") return;
  if (Date.now() - currentUser.signedInAt >= FRESH_SIGN_IN_HOURS * 3600_000) throw apiError("signInAgain");
}

/** An email that names the caller is compared with the session, never used (product §3). */
function demandOwnEmail(
  endpoint: Endpoint,
  currentUser: CurrentUser | null,
  input: { params: unknown; query: unknown; body: unknown },
): void {
  if (!endpoint.identityFields || !currentUser) return;
  if (endpoint.identityFields.email === "ownOrAdmin" && currentUser.storedRole === "admin") return;
  for (const part of [input.params, input.query, input.body]) {
    const named = (part as { email?: unknown } | undefined)?.email ?? currentUser.email;
    if (named !== currentUser.email) throw apiError("notYou");
  }
}

export function parseInput(endpoint: Endpoint, request: FastifyRequest) {
  const errors: FieldError[] = [];
  const params = endpoint.params && parse(endpoint.params, request.params, "params.", errors);
  const query = endpoint.query && parse(endpoint.query, request.query, "query.", errors);
  const body = endpoint.body && endpoint.body !== "image" ? parse(endpoint.body, request.body, "", errors) : undefined;
  if (errors.length > 0) throw apiError("badInput", { errors });
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

/** Only what everybody would be answered may be kept, to be sent again. A token that is none makes nobody special. */
function isPublic({ method, access, readsCookie }: Endpoint, { currentUser, headers }: FastifyRequest): boolean {
  const isByCookie = readsCookie && headers.cookie !== undefined;
  return method === "GET" && access === "anyone" && !isByCookie && currentUser === null;
}

/** The answer's body: only what the contract promises leaves the house, unknown fields are dropped, missing ones are a bug. */
function serializeResponse(endpoint: Endpoint, result: unknown, context: RequestContext<Endpoint>): string {
  if (endpoint.preserialized) return result as string;
  if (!endpoint.paginated) return JSON.stringify(endpoint.response.parse(result));
  const { rows, total, isCut, next } = result as PagedRows<unknown>;
  context.reply.header("x-total-count", isCut ? `${total}+` : total);
  if (next)
    context.reply.header("link", nextPageLink(API_PREFIX + endpoint.path, context, { cursor: encodeCursor(next) }));
  return JSON.stringify(endpoint.response.parse(rows));
}
