import multipart from "@fastify/multipart";
import {
  type Access,
  type Answer,
  type Call,
  changesOthers,
  FRESH_SIGN_IN_HOURS,
  type Input,
} from "@survey-app/contract/endpoint.ts";
import type { FieldError } from "@survey-app/contract/errors.ts";
import { IMAGE_MAX_BYTES } from "@survey-app/contract/images.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import type * as z from "zod/mini";
import type { Caller, Identification } from "../database/currentUser.ts";
import { Refusal, refuse } from "./apiError.ts";
import { neighbourhoodOf, siteOf } from "./clientNetwork.ts";
import { type ConcurrencyLimit, makeConcurrencyLimit, onceClosed } from "./concurrency.ts";
import { encodeCursor, type Place } from "./cursor.ts";
import { isForPage } from "./forPage.ts";
import { linkToNext } from "./nextPage.ts";
import type { Limits, ReadLimit } from "./rateLimit.ts";
import { type Asked, headersOf, type PublicAnswers } from "./responseCache.ts";
import { demandSameOrigin, type OwnOrigins } from "./sameOrigin.ts";
import { isJournaled, journal } from "./securityLog.ts";

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
  : C extends { written: true }
    ? string
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
  origins: OwnOrigins;
  /** Null where no limits hold. */
  limits: Limits | null;
  reads: ReadLimit;
  answers: PublicAnswers;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Who makes the call; null for visitors, and until the call has identified them. */
    caller: Caller | null;
  }
}

/** Multipart is what forms of other sites can send: only the calls that take a picture read it. */
const IMAGE_LIMITS = { fileSize: IMAGE_MAX_BYTES, files: 1, fields: 5, fieldSize: 1024, parts: 6, headerPairs: 20 };

/** Of answers that are written by the database, a megabyte each, so many are under way at once… */
const LONG_ANSWERS = { perClient: 20, inAll: 100, retryAfter: 5, cutsFromLead: 0 };
/** …and so long, in milliseconds: who reads slower asks for fewer rows. */
const LONG_MS = 60_000;

/** The base that every call stands under. */
export const API = "/api";

/**
 * Makes `serve`: who → may → parse → handle → answer. What a call's declaration says is done here and nowhere else;
 * handlers get parsed input and a caller who may.
 */
export function makeServe(app: FastifyInstance, options: ServeOptions): Serve {
  const takeSlot = options.limits ? makeConcurrencyLimit(LONG_ANSWERS) : () => () => {};
  return (call, handler) => {
    const answer = answering(call, journaled(call, handler), options);
    const route = {
      method: call.method,
      url: API + call.path,
      // Before the body is read: who may not call does not get us to read.
      onRequest: admission(call, options),
      handler: call.written ? inSlot(takeSlot, answer) : answer,
    };
    if (call.body !== "image") app.route(route);
    else
      app.register(async (scope) => {
        await scope.register(multipart, { limits: IMAGE_LIMITS });
        scope.route(route);
      });
  };
}

/** A long answer is made in a slot of its address, which it has until it was read, and not for longer than `LONG_MS`. */
function inSlot(
  takeSlot: ConcurrencyLimit,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const giveBack = takeSlot(neighbourhoodOf(request.ip), reply.raw, siteOf(request.ip));
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

function admission(call: Call, options: ServeOptions): onRequestHookHandler {
  const demandPace =
    call.limit && options.limits?.(`${call.method} ${call.path}`, call.limit, call.access === "anyone");
  const isForOthers = changesOthers(call);
  return (request, _reply, done) => {
    const admit = (caller: Caller | null) => {
      request.caller = caller;
      demandAccess(call.access, request);
      if (isForOthers) demandFreshSignIn(caller);
      if (isForPage(request) || (call.limit?.only === "searches" && !(request.query as { q?: unknown }).q)) return;
      return demandPace?.(request);
    };
    try {
      if (call.method !== "GET") demandSameOrigin(request, options.origins);
      const caller = identify(call.access, request, options.identification);
      // A caller who is known already is let in at once: in a rush of votes every turn of the event loop counts.
      const admitted = caller instanceof Promise ? caller.then(admit) : admit(caller);
      if (admitted) admitted.then(() => done(), done);
      else done();
    } catch (error) {
      done(error as Error);
    }
  };
}

/** The handler of a call that is logged, with that; others stay as they are: in a rush of votes every step counts. */
function journaled<C extends Call>(call: C, handler: Handler<C>): Handler<C> {
  if (!isJournaled(call)) return handler;
  return async (exchange) => {
    try {
      const answer = await handler(exchange);
      journal(call, exchange.request, "done");
      return answer;
    } catch (error) {
      if (error instanceof Refusal) journal(call, exchange.request, error.code);
      throw error;
    }
  };
}

function answering<C extends Call>(call: C, handler: Handler<C>, { answers, reads }: ServeOptions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (call.body === "image" && !request.isMultipart()) throw refuse("wrongContentType");
    const input = parseInput(call, request);
    demandOwnEmail(call, request.caller, input);
    const exchange = { ...input, caller: request.caller, request, reply } as Exchange<C>;
    const make = async () => promise(call, await handler(exchange), exchange);
    reply.type("application/json; charset=utf-8");
    const isOfPage = isForPage(request);
    if (!isPublic(call, request) || isOfPage) {
      if (call.method === "GET" && !isOfPage) reads.admit(request);
      return reply.header("cache-control", "no-store").send(await make());
    }
    const answer = await answers.find(whatIsAsked(call, request, input), {
      admit: () => reads.admit(request),
      make: async () => {
        const body = await make();
        // Whoever checks a ledger reads all of it, and those answers have slots of their own.
        if (!call.written) reads.weigh(request, body);
        return { status: 200, headers: headersOf(reply), body };
      },
    });
    reply.hijack();
    return answers.send(answer, request.raw, reply.raw);
  };
}

/** By what the contract's schemas made of the request: fields that nobody reads are not there any more. */
function whatIsAsked(call: Call, { raw }: FastifyRequest, { params, query }: Record<string, unknown>): Asked {
  const about = (params as { id?: string } | undefined)?.id ?? null;
  const key = `${call.path} ${JSON.stringify([params, query])}`;
  const { written: isExact = false, readsCookie = false } = call;
  return { key, url: raw.url ?? "", route: API + call.path, about, isExact, readsCookie };
}

/** Who calls, as far as the access of the call asks for it: at hand, or looked up. */
function identify(access: Access, request: FastifyRequest, by: Identification): Caller | null | Promise<Caller | null> {
  const { authorization, cookie } = request.headers;
  if (access === "cookie") return cookie === undefined ? null : by.byCookie(cookie);
  return authorization === undefined ? null : by.byToken(authorization);
}

function demandAccess(access: Access, { caller, headers }: FastifyRequest): void {
  // A public read with a stale token is a visitor's read.
  if (access === "anyone") return;
  if (!caller) {
    const wasKnown = access !== "cookie" && headers.authorization !== undefined;
    throw refuse(wasKnown ? "sessionEnded" : "signInRequired");
  }
  const role = caller.storedRole;
  if (access === "admin" && role !== "admin") throw refuse("roleRequired");
  if (access === "surveyor" && role !== "admin" && role !== "surveyor") throw refuse("roleRequired");
}

/** A browser that an admin left signed in lets nobody change what is others' the next day. Reading stays free. */
function demandFreshSignIn(caller: Caller | null): void {
  if (caller?.storedRole !== "admin") return;
  if (Date.now() - caller.signedInAt >= FRESH_SIGN_IN_HOURS * 3600_000) throw refuse("signInAgain");
}

/** An email that names the caller is compared with the session, never used (product §3). */
function demandOwnEmail(
  call: Call,
  caller: Caller | null,
  input: { params: unknown; query: unknown; body: unknown },
): void {
  if (!call.names || !caller) return;
  if (call.names.email === "ownOrAdmin" && caller.storedRole === "admin") return;
  for (const part of [input.params, input.query, input.body]) {
    const named = (part as { email?: unknown } | undefined)?.email ?? caller.email;
    if (named !== caller.email) throw refuse("notYou");
  }
}

export function parseInput(call: Call, request: FastifyRequest) {
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

/** Only what everybody would be answered may be kept, to be sent again. A token that is none makes nobody special. */
function isPublic({ method, access, readsCookie }: Call, { caller, headers }: FastifyRequest): boolean {
  const isByCookie = readsCookie && headers.cookie !== undefined;
  return method === "GET" && access === "anyone" && !isByCookie && caller === null;
}

/** The answer's body: only what the contract promises leaves the house, unknown fields are dropped, missing ones are a bug. */
function promise(call: Call, result: unknown, exchange: Exchange<Call>): string {
  if (call.written) return result as string;
  if (!call.paged) return JSON.stringify(call.answer.parse(result));
  const { rows, total, isCut, next } = result as Page<unknown>;
  exchange.reply.header("x-total-count", isCut ? `${total}+` : total);
  if (next) exchange.reply.header("link", linkToNext(API + call.path, exchange, { cursor: encodeCursor(next) }));
  return JSON.stringify(call.answer.parse(rows));
}
