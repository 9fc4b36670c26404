import type * as z from "zod/mini";
import type { ErrorCode } from "./errors.ts";

/** The path prefix of all endpoints. */
export const API_PREFIX = "/api";

/**
 * Who may use an endpoint. The server rejects other requests before it reads the body.
 * - `anyone`: visitors too. An expired or invalid token counts as none and is not an error.
 * - `cookie`: requests with the session cookie.
 * - `signedIn`: requests with a bearer token.
 * - `invited`: requests with the bearer token of an opened invitation (contract/invitations/invitations.ts) to the
 *   survey `:id`. A missing or ended one gets 409, because the web client signs out on 401 and 403.
 * - `asker`: surveyors and admins; with ASK_UNLISTED=confirmed or anyone also other users, and where the path names a
 *   survey `:id`, those who own it and only if it is in no public list.
 * - `surveyor`: surveyors and admins. `admin`: admins.
 */
export type Access = "anyone" | "cookie" | "signedIn" | "invited" | "asker" | "surveyor" | "admin";

/**
 * An email in the request is compared with the current user's, and never used for anything else (specification §7.4).
 * With `own` any other email gets 403; `ownOrAdmin` lets admins name any user.
 */
export type IdentityRule = "own" | "ownOrAdmin";

/**
 * At most `max` requests in `seconds` per user, across all servers. Endpoints for `anyone` count per address, because
 * accounts are created and passwords tried there, and signing in to one account must not allow further attempts at
 * others.
 */
export interface RateLimit {
  max: number;
  seconds: number;
  /**
   * Counts only requests with a search (`q`) or a filter (`state`, `vote`, `commented`), because they cost more than
   * other lists.
   */
  only?: "searches";
  /** LIMITS_FACTOR doesn't multiply it, because it limits guesses of secrets that are short enough to guess. */
  isForGuesses?: true;
}

/**
 * The scopes of API keys. `read`: reading what its user can read about surveys; `vote`: voting, commenting and
 * following surveys; `manage`: creating, changing and closing the user's own surveys, with their pictures and lists of
 * invited people. Endpoints without a scope don't accept keys: accounts, security, payments, emails, reports, appeals,
 * requests to become a surveyor, and everything that admins decide.
 */
export const keyScopes = ["read", "vote", "manage"] as const;
export type KeyScope = (typeof keyScopes)[number];

export interface Endpoint {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to `/api`, with `:name` for parameters. */
  path: string;
  summary: string;
  access: Access;
  /**
   * An endpoint for `signedIn` that also takes the session cookie where no valid token comes with it: the
   * specification's client calls it before it has a token.
   */
  acceptsSession?: true;
  /**
   * Guests (contract/account/guests.ts) may use it, too. All other endpoints refuse them, except those for `anyone`,
   * where they can read their own data.
   */
  takesGuests?: true;
  /**
   * The `email` in params, query or body must be the current user's. A name sent with it is ignored, because users can
   * change it.
   */
  identityFields?: { email: IdentityRule };
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  /**
   * The scope that an API key needs to use it. Without this field, endpoints that visitors can read have `read`, and
   * all others don't accept keys (`keyScopeOf`).
   */
  keyScope?: KeyScope;
  /** A JSON body, or `image`: multipart with one file in the field `image`. */
  body?: z.ZodMiniType | "image";
  /**
   * The longest accepted body, in bytes; 64 KB by default. The server reads the body only if the user may use the
   * endpoint.
   */
  bodyMax?: number;
  response: z.ZodMiniType;
  /**
   * Its own error codes, in addition to those of every endpoint and those that follow from the other fields, like
   * `notFound` from `params` (`errorCodesOf`).
   */
  errors?: readonly ErrorCode[];
  rateLimit?: RateLimit;
  /**
   * Requires a sign-in within the last `RECENT_SIGN_IN_MINUTES`: an access token alone must not open a lasting way in.
   */
  recentSignIn?: true;
  /**
   * The response is a page of a list, with the headers `Link: <…>; rel="next"` and `X-Total-Count`. Where counting
   * stops at a bound, `50+` means that there are more.
   */
  paginated?: true;
  /**
   * The handler returns JSON text, which is sent unchanged: validating it would block the thread that serves votes too
   * long.
   */
  preserialized?: true;
  /**
   * The response is a file of this type to save, sent in pieces and never cached. `response` is the schema of a JSON
   * file, and text for other files.
   */
  file?: "application/json" | "application/jsonl" | "text/csv";
  /** The endpoint reads or sets a cookie besides the token, so its response must not be cached for others. */
  readsCookie?: true;
  /**
   * An endpoint for `anyone` that also takes the bearer token of an opened invitation to the survey `:id`, for which
   * the browser that voted with the invitation sees what voters see.
   */
  readsInvitation?: true;
  /** The response is an endless event stream (`text/event-stream`); `response` is the schema of each event's data. */
  stream?: true;
}

/**
 * Declares an endpoint. Server validation, access rules, web client and OpenAPI document are all derived from it.
 * @__NO_SIDE_EFFECTS__
 */
export function endpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}

/** How long after signing in an admin may change other users' data without signing in again, in hours. */
export const FRESH_SIGN_IN_HOURS = 12;

/**
 * How long after signing in users may change the sign-in methods of their account, or delete it without a password, in
 * minutes.
 */
export const RECENT_SIGN_IN_MINUTES = 10;

/** Whether admins change other users' data with this endpoint. */
export function changesOthers({ method, access, identityFields }: Endpoint): boolean {
  return method !== "GET" && (access === "admin" || identityFields?.email === "ownOrAdmin");
}

/** The scope that an API key needs for this endpoint; null if no key may use it. */
export function keyScopeOf({ method, access, keyScope, readsCookie }: Endpoint): KeyScope | null {
  return keyScope ?? (method === "GET" && access === "anyone" && !readsCookie ? "read" : null);
}

type Sent<S> = S extends z.ZodMiniType ? z.input<S> : S extends "image" ? File : undefined;
type Read<S> = S extends z.ZodMiniType ? z.output<S> : undefined;

/** The input that a client sends. */
export type RequestOf<E extends Endpoint> = (E extends { params: infer S }
  ? { params: Sent<S> }
  : { params?: undefined }) &
  (E extends { query: infer S } ? { query?: Sent<S> } : { query?: undefined }) &
  (E extends { body: infer S } ? { body: Sent<S> } : { body?: undefined });

/** The input that the handler gets: parsed, without unknown keys. */
export interface InputOf<E extends Endpoint> {
  params: E extends { params: infer S } ? Read<S> : undefined;
  query: E extends { query: infer S } ? Read<S> : undefined;
  body: E extends { body: infer S } ? Read<S> : undefined;
}

/** The response body of an endpoint. */
export type ResponseOf<E extends Endpoint> = z.output<E["response"]>;
