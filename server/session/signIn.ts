import type { Identity } from "@survey-app/contract/users.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { apiError } from "../http/apiError.ts";
import type { Cookies } from "./cookies.ts";
import { PENDING_SECONDS } from "./pending.sql.ts";
import { COOKIE_SECONDS } from "./session.sql.ts";
import type { SessionCache } from "./sessionCache.ts";
import type { CodeNeeded, SignedIn, SignInClient } from "./signIn.sql.ts";

/** The client that sent a request to sign in. */
export function clientOf({ ip, headers }: FastifyRequest, cookies: Cookies): SignInClient {
  return {
    ip,
    userAgent: headers["user-agent"],
    oldToken: cookies.read(headers.cookie, "session_token"),
    deviceToken: cookies.read(headers.cookie, "device"),
  };
}

/**
 * Gives the browser its new session. Every sign-in method ends here.
 * @returns the user
 * @throws {ApiError} `codeRequired` if the sign-in waits for the code of the second factor
 */
export function handOver(
  result: SignedIn | CodeNeeded,
  { cookies, sessions }: { cookies: Cookies; sessions: SessionCache },
  request: FastifyRequest,
  reply: FastifyReply,
): Identity {
  if ("codeToken" in result) {
    cookies.set(reply, "code", result.codeToken, PENDING_SECONDS);
    throw apiError("codeRequired");
  }
  const { user, token, replaced } = result;
  request.actor = user.id;
  if (replaced !== null) sessions.invalidate(replaced);
  cookies.set(reply, "session_token", token, COOKIE_SECONDS);
  return user;
}
