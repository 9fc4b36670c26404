import * as account from "@survey-app/contract/account.ts";
import type { Endpoint } from "@survey-app/contract/endpoint.ts";
import { apiErrors, type ErrorCode } from "@survey-app/contract/errors.ts";
import * as session from "@survey-app/contract/session.ts";
import type { FastifyRequest } from "fastify";
import { clientNetworkOf, siteOf } from "./clientNetwork.ts";
import { type Count, createLocalCounter } from "./localCounter.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Who came in by this request; null for requests of those who are in, who are its `caller`. */
    actor: string | null;
  }
}

/** The doors: whoever goes through one, or fails to, is in the log. */
const doors: ReadonlySet<Endpoint> = new Set<Endpoint>([
  session.signUp,
  session.signIn,
  session.signOut,
  account.requestPasswordReset,
  account.resetPassword,
  account.verifyEmail,
  account.changePassword,
  account.changeEmail,
  account.revokeMySession,
  account.revokeMyOtherSessions,
  account.exportMyData,
  account.deleteMyAccount,
]);

/** Lines a second of people who are not signed in, and of denied requests, at most: a flood must not become one of lines. */
const LINES_A_SECOND = 50;
/** And a minute, of one account, IPv4 address or IPv6 site: so many requests of one client push nobody else's evidence out of the log. */
const LINES_A_MINUTE = 60;

const isForAdmins = ({ method, access }: Endpoint) => method !== "GET" && (access === "admin" || access === "surveyor");

/** Whether outcomes of this call can be worth a line. */
export function isSecurityEvent(endpoint: Endpoint): boolean {
  return doors.has(endpoint) || isForAdmins(endpoint);
}

/** Logs what became of a call that is journaled: of those at the doors, and of what admins change. */
export function logSecurityEvent(endpoint: Endpoint, request: FastifyRequest, outcome: "done" | ErrorCode): void {
  // Whatever is denied is logged as that, with all others.
  if (outcome !== "done" && isDenial(outcome)) return;
  if (doors.has(endpoint)) logAuthenticationEvent(request, outcome);
  else if (request.currentUser?.storedRole === "admin") write(request, outcome, "admin action");
}

/** The same for the doors that are no calls of the contract. */
export function logAuthenticationEvent(request: FastifyRequest, outcome: string): void {
  // Without an actor nobody came in or went out: anyone can ask for that, and it tells nothing.
  const isWorthALine = actorOf(request) !== null || (outcome !== "done" && mayWrite(request));
  if (isWorthALine) write(request, outcome, "account");
}

const isDenial = (code: ErrorCode) => ([401, 403, 429] as number[]).includes(apiErrors[code][0]);

/** Logs a refusal that may be an attack: not signed in, not allowed, too many. Others are nobody's business. */
export function logRejectedRequest(request: FastifyRequest, code: ErrorCode): void {
  if (!isDenial(code)) return;
  if (mayWrite(request)) write(request, code, "denied");
}

/** What one server has written of those whose lines are limited. */
interface Written {
  second: number;
  lines: number;
  /** Requests without a line of their own since the last one that said how many. */
  left: number;
  countOf: (client: string) => Count;
}

const writtenBy = new WeakMap<object, Written>();

/** Whether another line fits; requests without one are counted, and their number is logged in another second. */
function mayWrite(request: FastifyRequest): boolean {
  const { server } = request.server;
  const written = writtenBy.get(server) ?? { second: 0, lines: 0, left: 0, countOf: createLocalCounter(60_000) };
  writtenBy.set(server, written);
  const second = Math.floor(Date.now() / 1000);
  const isNewSecond = second !== written.second;
  if (isNewSecond) Object.assign(written, { second, lines: 0 });
  const own = written.countOf(actorOf(request) ?? siteOf(request.ip) ?? clientNetworkOf(request.ip));
  const fits = written.lines < LINES_A_SECOND && own.calls < LINES_A_MINUTE;
  own.calls++;
  if (fits) written.lines++;
  else written.left++;
  if (isNewSecond && written.left > 0) {
    request.log.warn({ reqId: request.id, denied: written.left }, "further requests were denied");
    written.left = 0;
  }
  return fits;
}

const actorOf = ({ actor, currentUser }: FastifyRequest) => actor ?? currentUser?.userId ?? null;

function write(request: FastifyRequest, outcome: string, what: string): void {
  const { id: reqId, method, routeOptions, ip, params } = request;
  const about = (params as { id?: unknown } | undefined)?.id;
  request.log.info(
    {
      reqId,
      actor: actorOf(request),
      address: ip,
      // The pattern, not the address: that one may hold e-mail addresses.
      call: `${method} ${routeOptions.url ?? "none"}`,
      ...(typeof about === "string" && { about }),
      outcome,
    },
    what,
  );
}
