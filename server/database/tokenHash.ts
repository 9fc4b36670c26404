import { createHash } from "node:crypto";

/** What is stored of a random token: enough to find it again, and nothing that could be used in its place. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}
