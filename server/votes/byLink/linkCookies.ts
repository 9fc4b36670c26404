import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { LINK_KEPT_DAYS } from "@survey-app/contract/linkVotes.ts";
import { DAY_MS } from "@survey-app/contract/time.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { deriveKey } from "../../database/tokenHash.ts";
import type { Cookies } from "../../session/cookies.ts";

/** The most cookies of one browser, because all requests send them. */
const COOKIES_MAX = 20;
const PREFIX = "link.";

/** Bytes of a cookie: a random number, and a signature, so that clients can't choose their cookies. */
const RANDOM_BYTES = 16;
const SIGNATURE_BYTES = 16;

export type LinkCookies = ReturnType<typeof createLinkCookies>;

/** A survey with the key of its voters. */
interface KeyedSurvey {
  surveyId: string;
  key: string;
}

/**
 * The cookie that a browser votes with by open link: another one for each survey, so that nobody can join its votes. It is signed with the
 * survey's own key, because with another secret of the server each browser would get a second cookie, and vote again.
 */
export function createLinkCookies(cookies: Cookies) {
  const nameOf = (surveyId: string) => `${PREFIX}${surveyId}` as const;
  const sign = (key: string, random: Buffer) =>
    createHmac("sha256", deriveKey(key, "cookie")).update(random).digest().subarray(0, SIGNATURE_BYTES);

  /** The cookie of a survey in a request; null without one that this site has signed. */
  function read({ headers }: FastifyRequest, { surveyId, key }: KeyedSurvey): string | null {
    const cookie = cookies.read(headers.cookie, nameOf(surveyId));
    const bytes = Buffer.from(cookie ?? "", "base64url");
    if (cookie === null || bytes.length !== RANDOM_BYTES + SIGNATURE_BYTES) return null;
    const isOurs = timingSafeEqual(sign(key, bytes.subarray(0, RANDOM_BYTES)), bytes.subarray(RANDOM_BYTES));
    return isOurs ? cookie : null;
  }

  return {
    read,
    /**
     * Sets the cookie of a survey, or keeps the one that the browser has, until 30 days after the deadline. The oldest of other
     * surveys go beyond 20. @param endsAt the deadline, in milliseconds
     */
    set(request: FastifyRequest, reply: FastifyReply, { endsAt, ...survey }: KeyedSurvey & { endsAt: number }): string {
      const { surveyId, key } = survey;
      const others = cookies.list(request.headers.cookie, PREFIX).filter((name) => name !== nameOf(surveyId));
      for (const name of others.slice(0, Math.max(0, others.length - COOKIES_MAX + 1))) cookies.clear(reply, name);
      const random = randomBytes(RANDOM_BYTES);
      const cookie = read(request, survey) ?? Buffer.concat([random, sign(key, random)]).toString("base64url");
      const lifeMs = endsAt + LINK_KEPT_DAYS * DAY_MS - Date.now();
      cookies.set(reply, nameOf(surveyId), cookie, Math.max(0, Math.ceil(lifeMs / 1000)));
      return cookie;
    },
    clear: (reply: FastifyReply, surveyId: string): void => cookies.clear(reply, nameOf(surveyId)),
  };
}
