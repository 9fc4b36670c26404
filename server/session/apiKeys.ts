import { createHmac, timingSafeEqual } from "node:crypto";
import { API_KEY_PREFIX } from "@survey-app/contract/session/apiKeys.ts";
import type { Secrets } from "../database/secrets.ts";
import { createToken, deriveKey, tokenHash } from "../database/tokenHash.ts";

/** Characters of the random part, and of the check at the end (48 bits). */
const RANDOM_LENGTH = 43;
const CHECK_LENGTH = 8;

const form = new RegExp(`^${API_KEY_PREFIX}[\\w-]{${RANDOM_LENGTH + CHECK_LENGTH}}$`);

export type ApiKeys = ReturnType<typeof createApiKeys>;

/**
 * API keys. Their check is a keyed hash, so that the server rejects invented keys without asking the database, as it
 * does with access tokens.
 * @param accepted the accepted values of SESSION_SECRET, the current one first
 */
export function createApiKeys(accepted: Secrets["accepted"]) {
  const keys = accepted.map((secret) => deriveKey(secret, "API key")) as [Buffer, ...Buffer[]];
  const checkOf = (random: string, hmacKey = keys[0]) =>
    createHmac("sha256", hmacKey).update(random).digest("base64url").slice(0, CHECK_LENGTH);
  return {
    /** Creates a key: the prefix, 256 random bits, and a check of them. Only the hash is stored. */
    create(): { key: string; hash: string } {
      const random = createToken();
      const key = API_KEY_PREFIX + random + checkOf(random);
      return { key, hash: tokenHash(key) };
    },
    /** The hash by which a key is stored; null unless an accepted secret has created it. */
    hashOf(key: string): string | null {
      if (!form.test(key)) return null;
      const random = key.slice(API_KEY_PREFIX.length, -CHECK_LENGTH);
      const check = Buffer.from(key.slice(-CHECK_LENGTH));
      const isOurs = keys.some((hmacKey) => timingSafeEqual(check, Buffer.from(checkOf(random, hmacKey))));
      return isOurs ? tokenHash(key) : null;
    },
  };
}
