import type * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";

/**
 * Who may make a call; the server refuses everybody else before it reads the body.
 * - `anyone`: visitors too. A stale or broken token makes its bearer a visitor, never an error.
 * - `cookie`: whoever holds the sign-in session's cookie.
 * - `signedIn`: whoever holds a bearer token.
 * - `surveyor`: surveyors and admins. `admin`: admins.
 */
export type Access = "anyone" | "cookie" | "signedIn" | "surveyor" | "admin";

/**
 * An email that names the caller is compared with the session, never used (product §3).
 * `own` refuses another address with 403; `ownOrAdmin` lets admins name anybody.
 */
export type IdentityRule = "own" | "ownOrAdmin";

/**
 * At most `max` calls in `seconds`, counted for each caller, however many servers there are. Calls for `anyone` are counted
 * for each address: accounts are made and tried there, and one account must not buy tries for the next.
 */
export interface RateLimit {
  max: number;
  seconds: number;
  /** Only calls with a search (`q`) count: they cost more than the rest of a list. */
  only?: "searches";
}

export interface Endpoint {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Under the base `/api`, with `:name` for parameters. */
  path: string;
  summary: string;
  access: Access;
  /** An `email` in params, query or body names the caller. Names sent along are ignored: people rename themselves. */
  identityFields?: { email: IdentityRule };
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  /** A JSON body, or `image`: multipart with one file in the field `image`. */
  body?: z.ZodMiniType | "image";
  response: z.ZodMiniType;
  /** What this call can be refused with, besides what every call can (see `openapi.ts`). */
  errors?: readonly ErrorCode[];
  rateLimit?: RateLimit;
  /**
   * The answer is a page of a list: `Link: <…>; rel="next"` and `X-Total-Count`, which for searches stops at a bound:
   * `50+` says that there are more.
   */
  paginated?: true;
  /** The handler answers JSON text, sent as it is: too long to be looked through on the thread that serves votes. */
  preserialized?: true;
  /** The answer depends on the cookie, so that it is nobody else's. */
  readsCookie?: true;
  /** The answer is a stream of events (`text/event-stream`) without an end; `response` is the data of each. */
  stream?: true;
}

/**
 * Declares a call, once: server validation, access rules, web client and OpenAPI document come from it.
 * @__NO_SIDE_EFFECTS__
 */
export function endpoint<const C extends Endpoint>(declaration: C): C {
  return declaration;
}

/** How long after signing in an admin may change something of others without signing in again. */
export const FRESH_SIGN_IN_HOURS = 12;

/** Whether admins change something of others by this call. */
export function changesOthers({ method, access, identityFields }: Endpoint): boolean {
  return method !== "GET" && (access === "admin" || identityFields?.email === "ownOrAdmin");
}

type Sent<S> = S extends z.ZodMiniType ? z.input<S> : S extends "image" ? File : undefined;
type Read<S> = S extends z.ZodMiniType ? z.output<S> : undefined;

/** What a client sends. */
export type RequestOf<C extends Endpoint> = (C extends { params: infer S }
  ? { params: Sent<S> }
  : { params?: undefined }) &
  (C extends { query: infer S } ? { query?: Sent<S> } : { query?: undefined }) &
  (C extends { body: infer S } ? { body: Sent<S> } : { body?: undefined });

/** What the server's handler gets: parsed, unknown keys gone. */
export interface InputOf<C extends Endpoint> {
  params: C extends { params: infer S } ? Read<S> : undefined;
  query: C extends { query: infer S } ? Read<S> : undefined;
  body: C extends { body: infer S } ? Read<S> : undefined;
}

/** What a call answers. */
export type ResponseOf<C extends Endpoint> = z.output<C["response"]>;
