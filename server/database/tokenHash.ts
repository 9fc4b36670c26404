import { createHash, hkdfSync, randomBytes } from "node:crypto";

/** Creates a secret token of 256 random bits: 43 characters that don't need escaping in a URL or a cookie. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The form of a token. The last character has two unused bits, so each token has four spellings. */
const TOKEN = /^[\w-]{43}$/;

/** Reads a token as `createToken` spells it, so that one token doesn't count as four; null for other texts. */
export function readToken(text: string): string | null {
  return TOKEN.test(text) ? Buffer.from(text, "base64url").toString("base64url") : null;
}

/** Hashes a random token for storage: the hash finds the token's row, but can't be used as the token. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** Derives a key from the session secret for one use: two uses must not share a key. */
export function deriveKey(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `survey-app ${use}`, 32));
}

/**
 * The number of a key, stored beside what was made with it: it tells which secret is needed, but nothing about that
 * secret.
 */
export const numberOfKey = (secret: string, of: string): string =>
  deriveKey(secret, `number of the key of ${of}`).toString("hex").slice(0, 16);
