import { id } from "@survey-app/contract/text/text.ts";
import { createSigner, createVerifier } from "fast-jwt";
import { LRUCache } from "lru-cache";
import { deriveKey } from "../database/tokenHash.ts";

/** How long a token lives, in seconds (specification §7.4). */
const TOKEN_SECONDS = 15 * 60;

const AUDIENCE = "survey-app-api";

/** Cached verified tokens, at most; each takes about 400 bytes. */
const REMEMBERED = 40_000;

interface Verified {
  sessionId: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export type Tokens = ReturnType<typeof createTokens>;

/** Bearer tokens: JWT with one algorithm; always verified, never only decoded. */
export function createTokens(secret: string, issuer: string) {
  const key = deriveKey(secret, "access token");
  const sign = createSigner({ key, algorithm: "HS256", expiresIn: TOKEN_SECONDS * 1000, aud: AUDIENCE, iss: issuer });
  const verify = createVerifier({
    key,
    algorithms: ["HS256"],
    allowedAud: AUDIENCE,
    allowedIss: issuer,
    // The library checks allowed values only for claims that are present, so all of them are required.
    requiredClaims: ["aud", "iss", "iat", "exp", "sub", "sid"],
    maxAge: TOKEN_SECONDS * 1000,
  });
  // Not the library's cache, whose hashed keys cost more than the check. The same token gives the same result until it
  // expires.
  const verified = new LRUCache<string, Verified>({ maxSize: REMEMBERED, sizeCalculation: () => 1 });

  function check(token: string): Verified | null {
    try {
      const { sid, iat, exp } = verify(token) as { sid: unknown; iat: number; exp: number };
      return { sessionId: id.parse(sid), expiresAt: Math.min(exp, iat + TOKEN_SECONDS) * 1000 };
    } catch {
      return null; // the response must not say what is wrong with a token
    }
  }

  return {
    sign: ({ userId, sessionId }: { userId: string; sessionId: string }): string =>
      sign({ sub: userId, sid: sessionId }),
    /** The session id of a token; null unless it is a valid token of ours that has not expired. */
    read(token: string): string | null {
      const cached = verified.get(token);
      if (cached) return Date.now() < cached.expiresAt ? cached.sessionId : null;
      const result = check(token);
      if (result) verified.set(token, result);
      return result?.sessionId ?? null;
    },
  };
}
