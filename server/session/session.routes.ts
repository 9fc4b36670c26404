import { randomUUID } from "node:crypto";
import * as session from "@survey-app/contract/session.ts";
import type { Identity } from "@survey-app/contract/users.ts";
import { isAPIError } from "better-auth/api";
import type { FastifyReply, FastifyRequest } from "fastify";
import { actorOf } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { apiError } from "../http/apiError.ts";
import type { Authenticator } from "../http/authenticator.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { withRequest } from "../http/logger.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import type { Auth } from "./auth.ts";
import { BLOCKED_CODE } from "./hooks.ts";
import type { PasswordHasher } from "./passwordHash.ts";
import type { PasswordStrength } from "./passwordStrength.ts";
import { findPasswordHashOf, insertPasswordUser, keepSession } from "./passwordUser.sql.ts";
import { findSigner, renewSession } from "./session.sql.ts";
import type { SessionCache } from "./sessionCache.ts";
import type { SignInAttempts } from "./signInAttempts.ts";
import type { Tokens } from "./tokens.ts";
import { endSessionsOf } from "./userSessions.sql.ts";

export interface SessionParts {
  auth: Auth;
  sessions: SessionCache;
  tokens: Tokens;
  signInAttempts: SignInAttempts;
  passwordStrength: PasswordStrength;
  passwords: PasswordHasher;
}

export function serveSession(registerEndpoint: RegisterEndpoint, database: Database, parts: SessionParts): void {
  const { auth, sessions, tokens, signInAttempts, passwordStrength, passwords } = parts;

  registerEndpoint(session.signUp, async ({ body, request, reply }) => {
    const { name, email, password, image } = body;
    await passwordStrength.requireStrongPassword(password, { name, email }, "password");
    // The library would hash within its transaction, and on SQLite every vote would wait for it.
    const passwordHash = await passwords.hash(password);
    const account = {
      id: randomUUID(),
      name,
      email,
      role: "user",
      passwordHash,
      photoUrl: image ?? undefined,
    } as const;
    const isNew = await database.transaction(async (tx) => {
      if (!(await insertPasswordUser(tx, { ...account, emailVerified: false }))) return false;
      await enqueueEmail(tx, email, { kind: "emailVerification", userId: account.id });
      return true;
    });
    if (!isNew)
      throw apiError("emailTaken", { errors: [{ field: "email", message: "This email address has an account" }] });
    return signIn({ email, password }, request, reply);
  });

  registerEndpoint(session.signIn, async ({ body, request, reply }) => {
    return signInAttempts.guardSignIn({ email: body.email, ip: request.ip }, () => signIn(body, request, reply));
  });

  registerEndpoint(session.signOut, async ({ request, reply }) => {
    const current = await findSession(auth, headersOf(request));
    await read(await auth.api.signOut({ headers: headersOf(request), asResponse: true }), reply);
    if (current) {
      request.actor = current.user.id;
      sessions.invalidate(current.session.id);
    }
    return { success: true as const };
  });

  registerEndpoint(session.getSession, async ({ request, reply }) => {
    const response = await auth.api.getSession({ headers: headersOf(request), asResponse: true });
    const found = response.status === HAS_ENDED ? null : await read(response, reply);
    if (!found) return null;
    // Our own rules may have ended a session that the library still accepts.
    const currentUser = await sessions.get((found as { session: { id: string } }).session.id);
    return currentUser && { user: toIdentity(found) };
  });

  registerEndpoint(session.revokeUserSessions, async ({ params, currentUser, request }) => {
    if (!(await findSigner(database, params.id))) throw apiError("notFound");
    const modifiedCount = await endSessionsOf(database, params.id, actorOf(currentUser, request));
    sessions.invalidateUser(params.id);
    return { modifiedCount };
  });

  registerEndpoint(session.createAccessToken, async ({ currentUser, reply }) => {
    const renewed = await renewSession(database, currentUser.sessionId);
    if (!renewed) return { token: tokens.sign(currentUser) };
    sessions.invalidate(currentUser.sessionId);
    await read(await auth.api.setSessionCookie({ body: { token: renewed.token }, asResponse: true }), reply);
    return { token: tokens.sign({ userId: currentUser.userId, sessionId: renewed.sessionId }) };
  });

  async function signIn(body: { email: string; password: string }, request: FastifyRequest, reply: FastifyReply) {
    const hash = await findPasswordHashOf(database, body.email);
    const signingIn = () => auth.api.signInEmail({ body, headers: headersOf(request), asResponse: true });
    const response = await withRequest(request, signingIn);
    const signedIn = await read(response, reply);
    const user = toIdentity(signedIn);
    const { token } = signedIn as { token: string };
    if (!(await keepSession(database, { userId: user.id, hash, token }))) {
      reply.removeHeader("set-cookie");
      throw apiError("wrongCredentials");
    }
    return { user };
  }
}

const SCHEME = "bearer ";

/** Creates the authenticator that tells the HTTP layer the current user. */
export function createAuthenticator({
  auth,
  sessions,
  tokens,
}: Pick<SessionParts, "auth" | "sessions" | "tokens">): Authenticator {
  return {
    byToken(authorization) {
      const token = authorization.slice(SCHEME.length);
      const isBearer = authorization.slice(0, SCHEME.length).toLowerCase() === SCHEME;
      const sessionId = isBearer ? tokens.read(token) : null;
      return sessionId === null ? null : sessions.get(sessionId);
    },
    async byCookie(cookie) {
      const found = await findSession(auth, new Headers({ cookie }));
      return found ? sessions.get(found.session.id) : null;
    },
  };
}

/** The library's status for a session that ended, or was replaced, while it was read. */
const HAS_ENDED = 401;

/** The library's session of the request's cookie; null if it has ended. */
async function findSession(auth: Auth, headers: Headers) {
  try {
    return await auth.api.getSession({ headers });
  } catch (error) {
    if (isAPIError(error) && error.statusCode === HAS_ENDED) return null;
    throw error;
  }
}

/** The only headers of the request that are passed to the sign-in library. */
export function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers({ "x-forwarded-for": request.ip });
  for (const name of ["cookie", "user-agent"] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

/** Reads the sign-in library's response: passes its cookies on, and translates its errors to ours. */
async function read(response: Response, reply: FastifyReply): Promise<unknown> {
  for (const cookie of response.headers.getSetCookie()) reply.header("set-cookie", cookie);
  if (response.ok) return response.json();
  const { code = "" } = (await response.json()) as { code?: string };
  if (code === "INVALID_EMAIL_OR_PASSWORD") throw apiError("wrongCredentials");
  if (code === BLOCKED_CODE) throw apiError("accountBlocked");
  throw new Error(`The sign-in library response ${response.status} ${code}`);
}

function toIdentity(body: unknown): Identity {
  const { user } = body as { user: { id: string; email: string; name: string; image?: string | null } };
  return { id: user.id, email: user.email, displayName: user.name, photoURL: user.image ?? null };
}
