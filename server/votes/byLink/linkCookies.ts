import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { LINK_KEPT_DAYS } from "@survey-app/contract/votes/linkVotes.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import { apiError } from "../../http/apiError.ts";
import { createLinkCookie, isLinkCookie } from "../../voters/linkCookie.ts";
import type { VoteCookies } from "../../voters/voteCookies.ts";

export type LinkCookies = ReturnType<typeof createLinkCookies>;

/**
 * How long a cookie is kept at least, in milliseconds. It is needed for as long as its survey has a key, whose deletion
 * waits if a clock has jumped: without it, the browser could vote twice.
 */
const LIFE_MIN_MS = DAY_MS;

/** A survey with the key of its voters. */
interface KeyedSurvey {
  surveyId: string;
  key: string;
}

/**
 * The cookie with which a browser votes by open link: a different one for each survey, so that no one can link its
 * votes.
 */
export function createLinkCookies(voteCookies: VoteCookies) {
  const nameOf = (surveyId: string) => `link.${surveyId}` as const;

  /** The cookie of a survey in a request; null without one that this site has signed. */
  function read({ headers }: FastifyRequest, { surveyId, key }: KeyedSurvey): string | null {
    const cookie = voteCookies.read(headers.cookie, nameOf(surveyId));
    return cookie !== null && isLinkCookie(key, cookie) ? cookie : null;
  }

  return {
    read,
    /** The cookie of a survey in a request. @throws {ApiError} `voteForgotten`, `cookiesRefused` */
    require(request: FastifyRequest, survey: KeyedSurvey): string {
      const cookie = read(request, survey);
      if (cookie !== null) return cookie;
      throw apiError(voteCookies.hasForgotten(request, survey.surveyId) ? "voteForgotten" : "cookiesRefused");
    },
    /**
     * Sets the cookie of a survey, or keeps the one that the browser has, until 30 days after the deadline.
     * @param endsAt the deadline, in milliseconds
     * @returns null, and sets none, in a browser whose cookie for this survey was removed after its vote
     */
    async set(
      request: FastifyRequest,
      reply: FastifyReply,
      { endsAt, ...survey }: KeyedSurvey & { endsAt: number },
    ): Promise<string | null> {
      const { surveyId, key } = survey;
      const sent = read(request, survey);
      if (sent === null && voteCookies.hasForgotten(request, surveyId)) return null;
      const token = sent ?? createLinkCookie(key);
      const lifeMs = endsAt + LINK_KEPT_DAYS * DAY_MS - Date.now();
      const cookie = { name: nameOf(surveyId), token, seconds: Math.ceil(Math.max(LIFE_MIN_MS, lifeMs) / 1000) };
      if (sent !== null) voteCookies.keep(reply, cookie);
      else await voteCookies.add(request, reply, cookie);
      return token;
    },
    clear: (reply: FastifyReply, surveyId: string): void => voteCookies.clear(reply, nameOf(surveyId)),
  };
}
