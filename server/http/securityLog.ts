import * as account from "@survey-app/contract/account/account.ts";
import type { Endpoint } from "@survey-app/contract/http/endpoint.ts";
import { apiErrors, type ErrorCode } from "@survey-app/contract/http/errors.ts";
import { createApiKey, revokeApiKey } from "@survey-app/contract/session/apiKeys.ts";
import * as passkeys from "@survey-app/contract/session/passkeys.ts";
import * as secondFactor from "@survey-app/contract/session/secondFactor.ts";
import * as session from "@survey-app/contract/session/session.ts";
import type { FastifyRequest } from "fastify";
import { clientNetworkOf, siteOf } from "./clientNetwork.ts";
import { type Count, createLocalCounter } from "./localCounter.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The user who signed in by this request; null for requests of signed-in users, who are the `currentUser`. */
    actor: string | null;
  }
}

/** Endpoints for authentication and account security. Success and failure of each request are logged. */
const authenticationEndpoints: ReadonlySet<Endpoint> = new Set<Endpoint>([
  session.signUp,
  session.signIn,
  session.signOut,
  account.requestPasswordReset,
  account.checkResetLink,
  account.resetPassword,
  account.verifyEmail,
  account.changePassword,
  account.changeEmail,
  account.revokeMySession,
  account.revokeMyOtherSessions,
  createApiKey,
  revokeApiKey,
  account.exportMyData,
  account.deleteMyAccount,
  passkeys.signInWithPasskey,
  passkeys.addPasskey,
  passkeys.removePasskey,
  secondFactor.signInWithCode,
  secondFactor.turnOnSecondFactor,
  secondFactor.turnOffSecondFactor,
  secondFactor.renewRecoveryCodes,
  secondFactor.forgetDevice,
]);

/**
 * Log entries a second for visitors and denied requests, at most, so that a flood of requests doesn't flood the log.
 */
const LINES_A_SECOND = 50;
/**
 * Log entries a minute of one account, IPv4 address or IPv6 site, at most, so that one client can't crowd out evidence
 * of others.
 */
const LINES_A_MINUTE = 60;

const isForAdmins = ({ method, access }: Endpoint) =>
  method !== "GET" && (access === "admin" || access === "surveyor" || access === "asker");

/** Whether requests to this endpoint are logged. */
export function isSecurityEvent(endpoint: Endpoint): boolean {
  return authenticationEndpoints.has(endpoint) || isForAdmins(endpoint);
}

/** Logs the result of a request to a security-relevant endpoint: authentication, and changes by admins. */
export function logSecurityEvent(endpoint: Endpoint, request: FastifyRequest, result: "done" | ErrorCode): void {
  // `logRejectedRequest` logs denials, for all endpoints.
  if (result !== "done" && isDenial(result)) return;
  if (authenticationEndpoints.has(endpoint)) logAuthenticationEvent(request, result);
  else if (request.currentUser?.storedRole === "admin") write(request, result, "admin action");
}

/** Logs an authentication request to a route outside of the contract. */
export function logAuthenticationEvent(request: FastifyRequest, result: string): void {
  // A successful request without an actor didn't change a session: anyone can send those, and they prove nothing.
  const isRelevant = actorOf(request) !== null || (result !== "done" && isWithinLimits(request));
  if (isRelevant) write(request, result, "account");
}

const isDenial = (code: ErrorCode) => ([401, 403, 429] as number[]).includes(apiErrors[code][0]);

/** Logs a rejected request that may be an attack: not signed in, not allowed, too many. Other errors are not logged. */
export function logRejectedRequest(request: FastifyRequest, code: ErrorCode): void {
  if (!isDenial(code)) return;
  if (isWithinLimits(request)) write(request, code, "denied");
}

/** The rate-limited log entries of this server. */
interface Written {
  second: number;
  lines: number;
  /** Requests without a log entry since the last summary entry. */
  dropped: number;
  countOf: (client: string) => Count;
}

const writtenBy = new WeakMap<object, Written>();

/**
 * Whether the limits allow another log entry. Requests without one are counted, and a summary entry follows in a later
 * second.
 */
function isWithinLimits(request: FastifyRequest): boolean {
  const { server } = request.server;
  const written = writtenBy.get(server) ?? { second: 0, lines: 0, dropped: 0, countOf: createLocalCounter(60_000) };
  writtenBy.set(server, written);
  const second = Math.floor(Date.now() / 1000);
  const isNewSecond = second !== written.second;
  if (isNewSecond) Object.assign(written, { second, lines: 0 });
  const own = written.countOf(actorOf(request) ?? siteOf(request.ip) ?? clientNetworkOf(request.ip));
  const fits = written.lines < LINES_A_SECOND && own.used < LINES_A_MINUTE;
  own.used++;
  if (fits) written.lines++;
  else written.dropped++;
  if (isNewSecond && written.dropped > 0) {
    request.log.warn({ reqId: request.id, denied: written.dropped }, "further requests were denied");
    written.dropped = 0;
  }
  return fits;
}

const actorOf = ({ actor, currentUser }: FastifyRequest) => actor ?? currentUser?.userId ?? null;

function write(request: FastifyRequest, result: string, message: string): void {
  const { id: reqId, method, routeOptions, ip, params } = request;
  const about = (params as { id?: unknown } | undefined)?.id;
  request.log.info(
    {
      reqId,
      actor: actorOf(request),
      address: ip,
      // The route pattern, not the URL, because URLs may contain email addresses.
      endpoint: `${method} ${routeOptions.url ?? "none"}`,
      ...(typeof about === "string" && { about }),
      outcome: result,
    },
    message,
  );
}
