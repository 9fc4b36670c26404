import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { deriveKey } from "../database/tokenHash.ts";

/** Bytes of a cookie: a random number, and a signature, so that clients can't choose their cookies. */
const RANDOM_BYTES = 16;
const SIGNATURE_BYTES = 16;

/**
 * Creates the cookie with which a browser votes on a survey by open link. It is signed with the survey's own key,
 * because with another secret of the server each browser would get a second cookie, and vote again. @param key of the
 * survey
 */
export function createLinkCookie(key: string): string {
  const random = randomBytes(RANDOM_BYTES);
  return Buffer.concat([random, sign(key, random)]).toString("base64url");
}

/** Whether this site has created a cookie for the survey with this key. */
export function isLinkCookie(key: string, cookie: string): boolean {
  const bytes = Buffer.from(cookie, "base64url");
  if (bytes.length !== RANDOM_BYTES + SIGNATURE_BYTES) return false;
  return timingSafeEqual(sign(key, bytes.subarray(0, RANDOM_BYTES)), bytes.subarray(RANDOM_BYTES));
}

const sign = (key: string, random: Buffer): Buffer =>
  createHmac("sha256", deriveKey(key, "cookie")).update(random).digest().subarray(0, SIGNATURE_BYTES);
