import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/database.ts";
import { deriveKey, tokenHash } from "../../database/tokenHash.ts";
import { consumeRateLimits } from "../../http/rateLimits.sql.ts";
import type { Cookies } from "../cookies.ts";

/** How long a challenge works: people look for their phone or key, and the login page waits for autofill. */
export const CHALLENGE_SECONDS = 600;

/** A token's parts, in bytes: 6 of the time at which it expires, 10 random ones, and 16 of the signature. */
const TIME = 6;
const SIGNED = 16;

/**
 * The challenges that authenticators sign. The browser keeps a signed token in a cookie, and the challenge is its hash:
 * an answer that was recorded elsewhere doesn't reveal the token. A challenge is only stored when a valid answer uses
 * it up, so that visitors, who can start a sign-in without an account, can't fill the database.
 */
export function createChallenges(database: Database, { secret, cookies }: { secret: string; cookies: Cookies }) {
  const key = deriveKey(secret, "passkey challenge");
  const sign = (head: Buffer, purpose: string) =>
    createHmac("sha256", key).update(head).update(purpose).digest().subarray(0, SIGNED);
  return {
    /** Creates a challenge for this browser. @param purpose the only purpose that accepts it */
    issue(reply: FastifyReply, purpose: string): string {
      const head = randomBytes(SIGNED);
      head.writeUIntBE(Date.now() + CHALLENGE_SECONDS * 1000, 0, TIME);
      const token = Buffer.concat([head, sign(head, purpose)]).toString("base64url");
      cookies.set(reply, "challenge", token, CHALLENGE_SECONDS);
      return tokenHash(token);
    },
    /** The challenge that this browser was given for the purpose; null without one that is still valid. */
    read({ headers }: FastifyRequest, purpose: string): string | null {
      const token = cookies.read(headers.cookie, "challenge");
      if (token === null) return null;
      const bytes = Buffer.from(token, "base64url");
      const head = bytes.subarray(0, SIGNED);
      if (!timingSafeEqual(bytes.subarray(SIGNED), sign(head, purpose))) return null;
      return Date.now() < head.readUIntBE(0, TIME) ? tokenHash(token) : null;
    },
    /** Uses a challenge up. @returns false if it was used before */
    async use(challenge: string): Promise<boolean> {
      // A limit of one use, in the table of rate limits, which deletes it when the challenge has expired.
      const use = { key: `challenge ${challenge}`, used: 1 };
      const [counted] = await consumeRateLimits(database, [use], CHALLENGE_SECONDS * 1000);
      return counted?.used === 1;
    },
  };
}
