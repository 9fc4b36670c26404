import { createHash, hkdfSync, randomBytes } from "node:crypto";

/** Creates a secret token of 256 random bits: 43 characters that need no escaping in a URL or a cookie. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Hashes a random token for storage: the hash finds the token's row, but can't be used as the token. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Derives the key of one use from the session secret: two uses must not share a key. */
export function deriveKey(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `survey-app ${use}`, 32));
}
