import { createHash, randomBytes } from "node:crypto";

/** Creates a secret token of 256 random bits: 43 characters that need no escaping in a URL or a cookie. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Hashes a random token for storage: the hash finds the token's row, but can't be used as the token. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
