import { hkdfSync } from "node:crypto";
import { id } from "@survey-app/contract/text.ts";
import { createSigner, createVerifier } from "fast-jwt";
import { LRUCache } from "lru-cache";

/** How long a token lives, in seconds (product §3). */
export const TOKEN_SECONDS = 15 * 60;

const AUDIENCE = "survey-app-api";

/** Verified tokens that are remembered, at least; each takes about 400 bytes. */
const REMEMBERED = 40_000;

interface Verified {
  sessionId: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface Tokens {
  sign(claims: { userId: string; sessionId: string }): string;
  /** The session that a token names; null for whatever is not a token of ours that is valid now. */
  read(token: string): string | null;
}

/** Bearer tokens: JWT, one algorithm, verified never merely decoded. */
export function createTokens(secret: string, issuer: string): Tokens {
  // A key of its own: the cookie's secret must not double as the tokens'.
  const key = Buffer.from(hkdfSync("sha256", secret, "", "survey-app access token", 32));
  const sign = createSigner({ key, algorithm: "HS256", expiresIn: TOKEN_SECONDS * 1000, aud: AUDIENCE, iss: issuer });
  const verify = createVerifier({
    key,
    algorithms: ["HS256"],
    allowedAud: AUDIENCE,
    allowedIss: issuer,
    // What is allowed is checked only where it is there: so it has to be.
    requiredClaims: ["aud", "iss", "iat", "exp", "sub", "sid"],
    maxAge: TOKEN_SECONDS * 1000,
  });
  // Not the library's cache, whose keys are hashes that cost more than the check. The same letters, the same verdict,
  // until the token expires.
  const verified = new LRUCache<string, Verified>({ maxSize: REMEMBERED, sizeCalculation: () => 1 });

  function check(token: string): Verified | null {
    try {
      const { sid, iat, exp } = verify(token) as { sid: unknown; iat: number; exp: number };
      return { sessionId: id.parse(sid), expiresAt: Math.min(exp, iat + TOKEN_SECONDS) * 1000 };
    } catch {
      return null; // whatever is wrong with it, its bearer is told the same
    }
  }

  return {
    sign: ({ userId, sessionId }) => sign({ sub: userId, sid: sessionId }),
    read(token) {
      const known = verified.get(token);
      if (known) return Date.now() < known.expiresAt ? known.sessionId : null;
      const fresh = check(token);
      if (fresh) verified.set(token, fresh);
      return fresh?.sessionId ?? null;
    },
  };
}
