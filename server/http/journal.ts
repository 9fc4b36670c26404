import * as account from "@survey-app/contract/account.ts";
import type { Call } from "@survey-app/contract/call.ts";
import { type RefusalCode, refusals } from "@survey-app/contract/refusals.ts";
import * as session from "@survey-app/contract/session.ts";
import type { FastifyRequest } from "fastify";

declare module "fastify" {
  interface FastifyRequest {
    /** Who came in by this request; null for requests of those who are in, who are its `caller`. */
    actor: string | null;
  }
}

/** The doors: whoever goes through one, or fails to, is in the log. */
const doors: ReadonlySet<Call> = new Set<Call>([
  session.signUp,
  session.signIn,
  session.signOut,
  account.requestPasswordReset,
  account.resetPassword,
  account.verifyEmail,
  account.changePassword,
  account.changeEmail,
  account.endDevice,
  account.endOtherDevices,
  account.exportData,
  account.deleteAccount,
]);

/** Refusals a second that are logged, at most: a flood must not become a flood of lines. Of the others their number is. */
const DENIED_A_SECOND = 50;

const isForAdmins = ({ method, access }: Call) => method !== "GET" && (access === "admin" || access === "surveyor");

/** Whether outcomes of this call can be worth a line. */
export function isJournaled(call: Call): boolean {
  return doors.has(call) || isForAdmins(call);
}

/** Logs what became of a call that is journaled: of those at the doors, and of what admins change. */
export function journal(call: Call, request: FastifyRequest, outcome: "done" | RefusalCode): void {
  // Whatever is denied is logged as that, with all others.
  if (outcome !== "done" && isDenial(outcome)) return;
  if (doors.has(call)) write(request, outcome, "account");
  else if (request.caller?.storedRole === "admin") write(request, outcome, "admin action");
}

/** The same for the doors that are no calls of the contract. */
export function journalDoor(request: FastifyRequest, outcome: string): void {
  write(request, outcome, "account");
}

let second = 0;
let denied = 0;

const isDenial = (code: RefusalCode) => ([401, 403, 429] as number[]).includes(refusals[code][0]);

/** Logs a refusal that may be an attack: not signed in, not allowed, too many. Others are nobody's business. */
export function journalRefusal(request: FastifyRequest, code: RefusalCode): void {
  if (!isDenial(code)) return;
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    if (denied > DENIED_A_SECOND)
      request.log.warn({ denied: denied - DENIED_A_SECOND }, "further requests were denied within a second");
    [second, denied] = [now, 0];
  }
  if (++denied <= DENIED_A_SECOND) write(request, code, "denied");
}

function write(request: FastifyRequest, outcome: string, what: string): void {
  const { id: reqId, method, routeOptions, ip, caller, params } = request;
  const about = (params as { id?: unknown } | undefined)?.id;
  request.log.info(
    {
      reqId,
      actor: request.actor ?? caller?.userId ?? null,
      address: ip,
      // The pattern, not the address: that one may hold e-mail addresses.
      call: `${method} ${routeOptions.url ?? "none"}`,
      ...(typeof about === "string" && { about }),
      outcome,
    },
    what,
  );
}
