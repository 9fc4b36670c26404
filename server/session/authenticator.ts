import { API_KEY_PREFIX } from "@survey-app/contract/session/apiKeys.ts";
import { LRUCache } from "lru-cache";
import type { Database } from "../database/database.ts";
import type { Authenticator } from "../http/authenticator.ts";
import type { CurrentUser, InvitedVoter } from "../http/currentUser.ts";
import { storeKeyUse, USE_STORED_MS } from "./apiKeys.sql.ts";
import type { ApiKeys } from "./apiKeys.ts";
import type { Cookies } from "./cookies.ts";
import { touchSession } from "./session.sql.ts";
import type { SessionCache } from "./sessionCache.ts";
import type { Tokens } from "./tokens.ts";

/** Reads the token of an opened invitation and its cookie, for a survey. */
export type ReadInvitedVoter = (
  token: string,
  cookie: string | undefined,
  surveyId: string | undefined,
) => InvitedVoter | null;

const SCHEME = "bearer ";
/** The most API keys whose use was stored less than a minute ago; the use of further ones is stored again. */
const USED_MAX = 10_000;

function bearerOf(authorization: string): string | null {
  const isBearer = authorization.slice(0, SCHEME.length).toLowerCase() === SCHEME;
  return isBearer ? authorization.slice(SCHEME.length) : null;
}

/** Creates the authenticator that tells the HTTP layer the current user. */
export function createAuthenticator(
  database: Database,
  {
    cookies,
    sessions,
    tokens,
    apiKeys,
  }: { cookies: Cookies; sessions: SessionCache; tokens: Tokens; apiKeys: ApiKeys },
  readInvitedVoter: ReadInvitedVoter,
): Authenticator {
  const used = new LRUCache<string, true>({ maxSize: USED_MAX, sizeCalculation: () => 1, ttl: USE_STORED_MS });

  function recordUse(user: CurrentUser | null): CurrentUser | null {
    const id = user?.apiKey?.id;
    if (id === undefined || used.has(id)) return user;
    used.set(id, true);
    // Not awaited: requests don't wait for it, and if it fails, only the list of keys lacks this use.
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
      return user instanceof Promise ? user.then(recordUse) : recordUse(user);
    },
    byInvitation({ authorization = "", cookie }, surveyId) {
      const token = bearerOf(authorization);
      return token === null ? null : readInvitedVoter(token, cookie, surveyId);
    },
    async byCookie(cookie) {
      const token = cookies.read(cookie, "session_token");
      const sessionId = token === null ? null : await touchSession(database, token);
      return sessionId === null ? null : sessions.get(sessionId);
    },
  };
}
