import multipart from "@fastify/multipart";
import {
  API_PREFIX,
  changesOthers,
  type Endpoint,
  FRESH_SIGN_IN_HOURS,
  type InputOf,
  type KeyScope,
  keyScopeOf,
  RECENT_SIGN_IN_MINUTES,
  type ResponseOf,
} from "@survey-app/contract/http/endpoint.ts";
import { IMAGE_MAX_BYTES } from "@survey-app/contract/surveys/images.ts";
import { HOUR_MS } from "@survey-app/contract/text/time.ts";
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preHandlerHookHandler,
} from "fastify";
import type { PagedRows } from "../database/pagination.ts";
import { ApiError, apiError } from "./apiError.ts";
import type { Authenticator } from "./authenticator.ts";
import type { CurrentUser, InvitedVoter } from "./currentUser.ts";
import { type FilePieces, sendFile } from "./files.ts";
import { makeListResponse, type PageQuery, ROWS_AT_ONCE } from "./listResponse.ts";
import { createSlots, isLong, type TakeSlot, withSlot } from "./longResponses.ts";
import { parseInput } from "./parseInput.ts";
import type { PictureAddresses } from "./pictureAddresses.ts";
import type { RateLimiter, ReadLimiter } from "./rateLimit.ts";
import { isRenderingRequest } from "./renderingRequest.ts";
import { type CacheRequest, type ResponseCache, replyCached } from "./responseCache.ts";
import { requireSameOrigin, type TrustedOrigins } from "./sameOrigin.ts";
import { isSecurityEvent, logSecurityEvent } from "./securityLog.ts";

/** The current user. Only endpoints for `anyone` have visitors, and those for `invited` don't have users. */
type CurrentUserOf<E extends Endpoint> = E["access"] extends "anyone"
  ? CurrentUser | null
  : E["access"] extends "invited"
    ? null
    : CurrentUser;

type HandlerResult<E extends Endpoint> = E extends { paginated: true }
  ? ResponseOf<E> extends (infer Row)[]
    ? PagedRows<Row>
    : never
  : E extends { preserialized: true }
    ? string
    : E extends { file: string }
      ? FilePieces
      : ResponseOf<E>;

export interface RequestContext<E extends Endpoint> extends InputOf<E> {
  currentUser: CurrentUserOf<E>;
  invitedVoter: E["access"] extends "invited"
    ? InvitedVoter
    : E extends { readsInvitation: true }
      ? InvitedVoter | null
      : null;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Handler<E extends Endpoint> = (context: RequestContext<E>) => Promise<HandlerResult<E>>;

/** Registers the handler of one endpoint: `registerEndpoint(surveys.listLatestSurveys, async () => …)`. */
export type RegisterEndpoint = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;

export interface EndpointRegistrarOptions {
  authenticator: Authenticator;
  /**
   * Whether a user who isn't a surveyor may use an endpoint for askers.
   * @param surveyId the survey that the path names; null if it doesn't name one
   */
  mayAskUnlisted(user: CurrentUser, surveyId: string | null): Promise<boolean>;
  origins: TrustedOrigins;
  /** Null disables rate limits. */
  rateLimiter: RateLimiter | null;
  readLimiter: ReadLimiter;
  responseCache: ResponseCache;
  pictures: PictureAddresses;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Null for visitors, and until the `onRequest` hook has identified the user. */
    currentUser: CurrentUser | null;
    /** Null except in requests with an opened invitation to an endpoint that accepts one. */
    invitedVoter: InvitedVoter | null;
    /** When the user was identified and authorized, by `performance.now()`. */
    authorizedAt: number;
  }
}

/** Forms on other sites can send multipart bodies, so only the endpoints that take an image parse them. */
const IMAGE_LIMITS = { fileSize: IMAGE_MAX_BYTES, files: 1, fields: 5, fieldSize: 1024, parts: 6, headerPairs: 20 };

/**
 * Creates `registerEndpoint`: authenticate → authorize → parse → handle → serialize. Everything that an endpoint's
 * declaration says is enforced here and nowhere else; handlers get parsed input and an authorized user.
 */
export function createEndpointRegistrar(app: FastifyInstance, options: EndpointRegistrarOptions): RegisterEndpoint {
  const slots = createSlots(options.rateLimiter !== null);
  return (endpoint, handler) => {
    const respond = createResponder(endpoint, withSecurityLog(endpoint, handler), options);
    const slotsOf = slots(endpoint);
    const route = {
      method: endpoint.method,
      url: API_PREFIX + endpoint.path,
      ...(endpoint.bodyMax !== undefined && { bodyLimit: endpoint.bodyMax }),
      // `onRequest` runs before the body is read, so that unauthorized clients can't make the server read it.
      ...createAdmissionHooks(endpoint, options),
      handler: slotsOf
        ? withSlot(slotsOf, respond)
        : (request: FastifyRequest, reply: FastifyReply) => respond(request, reply),
    };
    if (endpoint.body !== "image") app.route(route);
    else
      app.register(async (scope) => {
        await scope.register(multipart, { limits: IMAGE_LIMITS });
        scope.route(route);
      });
  };
}

/**
 * A request whose body takes longer than this to arrive, in milliseconds, is authorized again. Bodies of votes arrive
 * with their headers.
 */
const BODY_MS = 500;

/**
 * Creates the hooks that authorize a request: before its body is read, and again after a body that took long to arrive.
 */
function createAdmissionHooks(endpoint: Endpoint, options: EndpointRegistrarOptions) {
  const consumeRateLimit =
    endpoint.rateLimit &&
    options.rateLimiter?.(`${endpoint.method} ${endpoint.path}`, endpoint.rateLimit, endpoint.access === "anyone");
  const authorize = createAuthorizer(endpoint, options);
  const limit = (request: FastifyRequest) => {
    if (isRenderingRequest(request) || (endpoint.rateLimit?.only === "searches" && !isSearch(request))) return;
    return consumeRateLimit?.(request);
  };
  const onRequest: onRequestHookHandler = (request, _reply, done) => {
    try {
      if (endpoint.method !== "GET") requireSameOrigin(request, options.origins);
      request.authorizedAt = performance.now();
      const authorized = authorize(request);
      const admitted = authorized ? authorized.then(() => limit(request)) : limit(request);
      if (admitted) admitted.then(() => done(), done);
      else done();
    } catch (error) {
      done(error as Error);
    }
  };
  // The session or the role may have ended meanwhile. Otherwise demoted admins could promote others with requests begun
  // before.
  const preHandler: preHandlerHookHandler = (request, _reply, done) => {
    if (performance.now() - request.authorizedAt < BODY_MS) return done();
    Promise.try(authorize, request).then(() => done(), done);
  };
  return endpoint.body === undefined ? { onRequest } : { onRequest, preHandler };
}

/** Returns a function that finds who sends a request, and throws if the endpoint is not for them. */
function createAuthorizer(endpoint: Endpoint, { authenticator, mayAskUnlisted }: EndpointRegistrarOptions) {
  const needsFreshSignIn = endpoint.recentSignIn === true || changesOthers(endpoint);
  const keyScope = keyScopeOf(endpoint);
  return (request: FastifyRequest): Promise<void> | undefined => {
    const authorize = (currentUser: CurrentUser | null): Promise<void> | undefined => {
      request.currentUser = currentUser;
      if (endpoint.access === "invited") requireInvitation(request, authenticator);
      else requireAccess(endpoint, request);
      if (endpoint.readsInvitation && !currentUser) request.invitedVoter = readInvitation(request, authenticator);
      if (currentUser?.apiKey) requireScope(keyScope, currentUser.apiKey);
      if (needsFreshSignIn) requireFreshSignIn(endpoint, currentUser);
      if (endpoint.access !== "asker" || currentUser?.storedRole !== "user") return;
      const { id = null } = request.params as { id?: string };
      return mayAskUnlisted(currentUser, id).then((may) => {
        if (!may) throw apiError("roleRequired");
      });
    };
    const currentUser = identify(endpoint, request, authenticator);
    // Users from the session cache are authorized synchronously: under heavy voting every event loop iteration counts.
    return currentUser instanceof Promise ? currentUser.then(authorize) : authorize(currentUser);
  };
}

/**
 * Wraps the handlers of security-relevant endpoints with logging. Others stay unwrapped, because votes are a hot path.
 */
function withSecurityLog<E extends Endpoint>(endpoint: E, handler: Handler<E>): Handler<E> {
  if (!isSecurityEvent(endpoint)) return handler;
  return async (context) => {
    try {
      const result = await handler(context);
      logSecurityEvent(endpoint, context.request, "done");
      return result;
    } catch (error) {
      if (error instanceof ApiError) logSecurityEvent(endpoint, context.request, error.code);
      throw error;
    }
  };
}

function createResponder<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  { responseCache, readLimiter, pictures }: EndpointRegistrarOptions,
) {
  return async (request: FastifyRequest, reply: FastifyReply, takeSlot: TakeSlot = () => {}) => {
    if (endpoint.preserialized || endpoint.file) takeSlot();
    if (endpoint.body === "image" && !request.isMultipart()) throw apiError("wrongContentType");
    const input = parseInput(endpoint, request, pictures.readBody);
    requireOwnEmail(endpoint, request.currentUser, input);
    requireOwnSurvey(request.invitedVoter, input.params);
    const { currentUser, invitedVoter } = request;
    const context = { ...input, currentUser, invitedVoter, request, reply } as RequestContext<E>;
    if (endpoint.file) {
      readLimiter.admit(request);
      return sendFile(endpoint, (await handler(context)) as FilePieces, request, reply);
    }
    const isSubrequest = isRenderingRequest(request);
    // Pages have paths: they show pictures from the host of their API.
    const replacer = isSubrequest ? undefined : pictures.toAbsolute;
    /** Fields that the contract's schema doesn't declare never leave the server; a missing one is a bug and throws. */
    const serialize = (result: unknown) => JSON.stringify(endpoint.response.parse(result), replacer);
    const admitPart = () => {
      if (isSubrequest) return;
      takeSlot();
      readLimiter.count(request);
    };
    const handle = () => makeBody(endpoint, handler, context, { serialize, admitPart });
    reply.type("application/json; charset=utf-8");
    if (!isPublic(endpoint, request) || isSubrequest) {
      const isRead = endpoint.method === "GET" && !isSubrequest;
      if (isRead) readLimiter.admit(request);
      const body = await handle();
      // Preserialized responses have a concurrency limit instead (responseCache.ts).
      if (isRead && !endpoint.preserialized) readLimiter.weigh(request, body);
      // Pages with the longest rows are as long as whole lists. Without a slot, one is dropped instead of being kept
      // for a slow client.
      if (isRead && isLong(body)) takeSlot();
      return reply.header("cache-control", "no-store").send(body);
    }
    return replyCached(responseCache, [request, reply], toCacheRequest(endpoint, input), {
      readLimiter,
      // Before the list is read for all requests that wait for it, which must not get the error of a client without a
      // slot.
      admit: () => isLongList(endpoint, input.query) && takeSlot(),
      make: async () => ({ status: 200, body: await handle() }),
    });
  };
}

/**
 * Builds the cache key from the parsed input, which doesn't contain unknown fields: they must not create further cache
 * entries.
 */
function toCacheRequest(endpoint: Endpoint, { params, query }: Record<string, unknown>): Omit<CacheRequest, "url"> {
  const about = (params as { id?: string } | undefined)?.id ?? null;
  const key = `${endpoint.path} ${JSON.stringify([params, query])}`;
  const { preserialized: isExact = false, readsCookie = false } = endpoint;
  return { key, route: API_PREFIX + endpoint.path, about, isExact, readsCookie };
}

function isSearch({ query }: FastifyRequest): boolean {
  const fields = query as Record<string, unknown>;
  return ["q", "state", "languages", "vote", "commented"].some((name) => fields[name]);
}

/**
 * Identifies the current user, by cookie or token as the endpoint requires; synchronously from the cache if possible.
 */
function identify(
  { access, acceptsSession }: Endpoint,
  { headers: { authorization, cookie } }: FastifyRequest,
  authenticator: Authenticator,
): CurrentUser | null | Promise<CurrentUser | null> {
  const byCookie = () => (cookie === undefined ? null : authenticator.byCookie(cookie));
  // The token of an invitation is not a user's, nor the other way round.
  if (access === "invited") return null;
  if (access === "cookie") return byCookie();
  const user = authorization === undefined ? null : authenticator.byToken(authorization);
  return acceptsSession ? Promise.resolve(user).then((found) => found ?? byCookie()) : user;
}

/** Requires the token of an opened invitation. All refusals are 409, because clients sign out on 401 and 403. */
function requireInvitation(request: FastifyRequest, authenticator: Authenticator): void {
  const invitedVoter = readInvitation(request, authenticator);
  if (!invitedVoter) throw apiError("invitationEnded");
  request.invitedVoter = invitedVoter;
}

const readInvitation = ({ headers, params }: FastifyRequest, { byInvitation }: Authenticator): InvitedVoter | null =>
  byInvitation(headers, (params as { id?: string }).id);

function requireAccess({ access, takesGuests }: Endpoint, { currentUser, headers }: FastifyRequest): void {
  // A public read with an expired token counts as a visitor's.
  if (access === "anyone") return;
  if (!currentUser) {
    const sentToken = access !== "cookie" && headers.authorization !== undefined;
    throw apiError(sentToken ? "sessionEnded" : "signInRequired");
  }
  // Not 403, on which pages sign out: a guest would lose their surveys.
  if (currentUser.isGuest && !takesGuests) throw apiError("guestAccount");
  const role = currentUser.storedRole;
  if (access === "admin" && role !== "admin") throw apiError("roleRequired");
  if (access === "surveyor" && role !== "admin" && role !== "surveyor") throw apiError("roleRequired");
}

/**
 * API keys may only use the endpoints of their scopes, which never include accounts, security, payments and admin
 * endpoints.
 */
function requireScope(scope: KeyScope | null, apiKey: NonNullable<CurrentUser["apiKey"]>): void {
  if (scope === null || !apiKey.scopes.includes(scope)) throw apiError("scopeRequired");
}

/**
 * Stops people who find an admin's browser still signed in the next day from changing other users' data, and those who
 * find anyone's browser from adding a sign-in method of their own. Reads stay allowed.
 */
function requireFreshSignIn({ recentSignIn }: Endpoint, currentUser: CurrentUser | null): void {
  if (!currentUser || (!recentSignIn && currentUser.storedRole !== "admin")) return;
  const maxAgeMs = recentSignIn ? RECENT_SIGN_IN_MINUTES * 60_000 : FRESH_SIGN_IN_HOURS * HOUR_MS;
  if (Date.now() - currentUser.signedInAt >= maxAgeMs) throw apiError("signInAgain");
}

/**
 * Compares an email in the request with the current user's, and never uses it for anything else (specification §7.4).
 */
function requireOwnEmail(
  endpoint: Endpoint,
  currentUser: CurrentUser | null,
  input: { params: unknown; query: unknown; body: unknown },
): void {
  if (!endpoint.identityFields || !currentUser) return;
  if (endpoint.identityFields.email === "ownOrAdmin" && currentUser.storedRole === "admin") return;
  for (const part of [input.params, input.query, input.body]) {
    const email = (part as { email?: unknown } | undefined)?.email ?? currentUser.email;
    if (email !== currentUser.email) throw apiError("notYou");
  }
}

/**
 * An opened invitation is only valid for its survey; a meeting's invitation for the meeting, and for its questions,
 * whose lists decide.
 */
function requireOwnSurvey(invitedVoter: InvitedVoter | null, params: unknown): void {
  if (!invitedVoter) return;
  const { id, meeting } = params as { id?: string; meeting?: string };
  if (invitedVoter.surveyId !== (id ?? meeting)) throw apiError("invitationElsewhere");
}

/**
 * Whether the response is the same for everyone, so that it may be cached. A request with an invalid token is a
 * visitor's.
 */
function isPublic({ method, access, readsCookie }: Endpoint, request: FastifyRequest): boolean {
  const isByCookie = readsCookie && request.headers.cookie !== undefined;
  const isVisitor = request.currentUser === null && request.invitedVoter === null;
  return method === "GET" && access === "anyone" && !isByCookie && isVisitor;
}

const isLongList = ({ paginated }: Endpoint, query: unknown) =>
  paginated === true && (query as PageQuery).limit > ROWS_AT_ONCE;

/**
 * Handles a request, and serializes the response.
 * @param admitPart is called before each part of a long list except the first
 */
async function makeBody<E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  context: RequestContext<E>,
  { serialize, admitPart }: { serialize: (result: unknown) => string; admitPart: () => void },
): Promise<string> {
  if (!endpoint.paginated) {
    const result = await handler(context);
    return endpoint.preserialized ? (result as string) : serialize(result);
  }
  const { request, reply, params } = context;
  const wanted = { path: API_PREFIX + endpoint.path, params, query: context.query as unknown as PageQuery };
  const { json, headers } = await makeListResponse(
    { ...wanted, isSearch: isSearch(request) },
    {
      read: async (query) =>
        (await handler({ ...context, query } as unknown as RequestContext<E>)) as PagedRows<unknown>,
      toJson: serialize,
      admitPart,
    },
  );
  reply.headers(headers);
  return json;
}
