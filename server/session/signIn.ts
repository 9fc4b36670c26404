import type { FastifyReply, FastifyRequest } from "fastify";
import type { Cookies } from "./cookies.ts";
import { COOKIE_SECONDS } from "./session.sql.ts";
import type { SessionCache } from "./sessionCache.ts";
import type { SignedIn, SignInClient } from "./signIn.sql.ts";

/** The client that sent a request to sign in. */
export function clientOf({ ip, headers }: FastifyRequest, cookies: Cookies): SignInClient {
  return { ip, userAgent: headers["user-agent"], oldToken: cookies.read(headers.cookie, "session_token") };
}

/** Gives the browser its new session. Every sign-in method ends here. */
export function handOver(
  { user, token, replaced }: SignedIn,
  { cookies, sessions }: { cookies: Cookies; sessions: SessionCache },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  request.actor = user.id;
  if (replaced !== null) sessions.invalidate(replaced);
  cookies.set(reply, "session_token", token, COOKIE_SECONDS);
}
