import { API_KEY_PREFIX } from "@survey-app/contract/apiKeys.ts";
import * as session from "@survey-app/contract/session.ts";
import { LRUCache } from "lru-cache";
import { actorOf, type CurrentUser, type InvitedVoter } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { apiError } from "../http/apiError.ts";
import type { Authenticator } from "../http/authenticator.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { storeKeyUse, USE_STORED_MS } from "./apiKeys.sql.ts";
import type { ApiKeys } from "./apiKeys.ts";
import type { Cookies } from "./cookies.ts";
import type { PasswordHasher } from "./passwords/passwordHash.ts";
import type { PasswordSignIn } from "./passwords/passwordSignIn.ts";
import type { PasswordStrength } from "./passwords/passwordStrength.ts";
import { COOKIE_SECONDS, endSessionOf, renewSession, touchSession } from "./session.sql.ts";
import type { SessionCache } from "./sessionCache.ts";
import { signUpByPassword } from "./signIn.sql.ts";
import { clientOf, handOver } from "./signIn.ts";
import type { Tokens } from "./tokens.ts";
import { endSessionsOf } from "./userSessions.sql.ts";

export interface SessionParts {
  cookies: Cookies;
  sessions: SessionCache;
  authenticator: Authenticator;
  tokens: Tokens;
  apiKeys: ApiKeys;
  signIn: PasswordSignIn;
  passwordStrength: PasswordStrength;
  passwords: PasswordHasher;
  /** Whether users may sign up and sign in with a password. */
  hasPasswords: boolean;
}

export function serveSession(registerEndpoint: RegisterEndpoint, database: Database, parts: SessionParts): void {
  const { cookies, sessions, authenticator, tokens, passwordStrength, passwords } = parts;

  registerEndpoint(session.signUp, async ({ body, request, reply }) => {
    if (!parts.hasPasswords) throw apiError("providerOff");
    const { name, email, password, image } = body;
    await passwordStrength.requireStrongPassword(password, { name, email }, "password");
    // Before the transaction: on SQLite every vote would wait for it.
    const passwordHash = await passwords.hash(password);
    const account = { name, email, passwordHash, photoUrl: image };
    const signedIn = await signUpByPassword(database, account, clientOf(request, cookies));
    if (signedIn === null)
      throw apiError("emailTaken", { errors: [{ field: "email", message: "This email address has an account" }] });
    return { user: handOver(signedIn, parts, request, reply) };
  });

  registerEndpoint(session.signIn, async ({ body, request, reply }) => ({
    user: handOver(await parts.signIn(body, request), parts, request, reply),
  }));

  registerEndpoint(session.signOut, async ({ request, reply }) => {
    const token = cookies.read(request.headers.cookie, "session_token");
    const ended = token === null ? undefined : await endSessionOf(database, token);
    if (ended) {
      request.actor = ended.user_id;
      sessions.invalidate(ended.id);
    }
    cookies.clear(reply, "session_token");
    return { success: true as const };
  });

  registerEndpoint(session.getSession, async ({ request }) => {
    const user = await authenticator.byCookie(request.headers.cookie ?? "");
    if (!user) return null;
    const { userId: id, email, name: displayName, photoURL } = user;
    return { user: { id, email, displayName, photoURL } };
  });

  registerEndpoint(session.revokeUserSessions, async ({ params, currentUser, request }) => {
    const modifiedCount = await endSessionsOf(database, params.id, actorOf(currentUser, request));
    if (modifiedCount === null) throw apiError("notFound");
    sessions.invalidateUser(params.id);
    return { modifiedCount };
  });

  registerEndpoint(session.createAccessToken, async ({ currentUser, reply }) => {
    const renewed = await renewSession(database, currentUser.sessionId);
    if (!renewed) return { token: tokens.sign(currentUser) };
    sessions.invalidate(currentUser.sessionId);
    cookies.set(reply, "session_token", renewed.token, COOKIE_SECONDS);
    return { token: tokens.sign({ userId: currentUser.userId, sessionId: renewed.sessionId }) };
  });
}

const SCHEME = "bearer ";
/** API keys whose last use was stored less than a minute ago, at most; further ones are stored again. */
const USED_MAX = 10_000;

function bearerOf(authorization: string): string | null {
  const isBearer = authorization.slice(0, SCHEME.length).toLowerCase() === SCHEME;
  return isBearer ? authorization.slice(SCHEME.length) : null;
}

/** Creates the authenticator that tells the HTTP layer the current user. */
export function createAuthenticator(
  database: Database,
  { cookies, sessions, tokens, apiKeys }: Pick<SessionParts, "cookies" | "sessions" | "tokens" | "apiKeys">,
  readInvitedVoter: (token: string) => InvitedVoter | null,
): Authenticator {
  const used = new LRUCache<string, true>({ max: USED_MAX, ttl: USE_STORED_MS });

  function noteUse(user: CurrentUser | null): CurrentUser | null {
    const id = user?.apiKey?.id;
    if (id === undefined || used.has(id)) return user;
    used.set(id, true);
    // Not awaited: requests don't wait for it, and one that fails is only missing in the list of keys.
    storeKeyUse(database, id).catch(() => used.delete(id));
    return user;
  }

  return {
    byToken(authorization) {
      const token = bearerOf(authorization);
      if (token === null) return null;
      if (!token.startsWith(API_KEY_PREFIX)) {
        const sessionId = tokens.read(token);
        return sessionId === null ? null : sessions.get(sessionId);
      }
      const hash = apiKeys.hashOf(token);
      const user = hash === null ? null : sessions.getByKey(hash);
      return user instanceof Promise ? user.then(noteUse) : noteUse(user);
    },
    byInvitation(authorization) {
      const token = bearerOf(authorization);
      return token === null ? null : readInvitedVoter(token);
    },
    async byCookie(cookie) {
      const token = cookies.read(cookie, "session_token");
      const sessionId = token === null ? null : await touchSession(database, token);
      return sessionId === null ? null : sessions.get(sessionId);
    },
  };
}
