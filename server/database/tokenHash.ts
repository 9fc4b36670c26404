import { createHash } from "node:crypto";

/** Hashes a random token for storage: the hash finds the token's row, but can't be used as the token. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
