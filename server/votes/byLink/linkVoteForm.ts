import { API_PREFIX, type InputOf } from "@survey-app/contract/http/endpoint.ts";
import { apiErrors } from "@survey-app/contract/http/errors.ts";
import { id as idSchema } from "@survey-app/contract/text/text.ts";
import { castLinkVote, linkVoteFormPath } from "@survey-app/contract/votes/linkVotes.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/database.ts";
import { ApiError, apiError, orThrow } from "../../http/apiError.ts";
import { handlePageError } from "../../http/errorPage.ts";
import { readFormBodies } from "../../http/forms.ts";
import { setPlainHeaders } from "../../http/plainPage.ts";
import type { RateLimiter } from "../../http/rateLimit.ts";
import { requireSameOrigin, type TrustedOrigins } from "../../http/sameOrigin.ts";
import { findLinkSurvey } from "../../voters/linkVoters.sql.ts";
import type { PickedVote } from "../../words/linkVotePages.ts";
import { type Words, wordsIn } from "../../words/wordsIn.ts";
import type { LinkCookies } from "./linkCookies.ts";

/** An answer, a hash and a switch. */
const FORM_BYTES_MAX = 1024;

type LinkVote = InputOf<typeof castLinkVote>["body"];

interface FormParts {
  database: Database;
  linkCookies: LinkCookies;
  origins: TrustedOrigins;
  /** The origin of the pages. */
  pagesOrigin: string;
  /** Null disables rate limits. */
  rateLimiter: RateLimiter | null;
  vote: (id: string, body: LinkVote, request: FastifyRequest) => Promise<{ receipt: string | null }>;
}

/**
 * Serves the vote form of a survey by open link to browsers without JavaScript, or before it has loaded. The first
 * press sets the cookie, because a page that is the same for everyone can't, and asks for a second press, which votes.
 * Not in the contract: the body is not JSON, and every response is a page. All checks are those of `castLinkVote`.
 */
export function serveLinkVoteForm(app: FastifyInstance, parts: FormParts): void {
  const { database, linkCookies, origins, pagesOrigin, rateLimiter, vote } = parts;
  const admit = rateLimiter?.(`${castLinkVote.method} ${castLinkVote.path}`, castLinkVote.rateLimit, true);
  app.register(async (scope) => {
    readFormBodies(scope);
    scope.post(
      API_PREFIX + linkVoteFormPath(":id"),
      {
        bodyLimit: FORM_BYTES_MAX,
        errorHandler: handlePageError,
        onRequest: async (request) => {
          requireSameOrigin(request, origins);
          await admit?.(request);
        },
      },
      async (request, reply) => {
        reply.header("cache-control", "no-store");
        const id = idSchema.safeParse((request.params as { id: unknown }).id);
        if (!id.success) throw apiError("notFound");
        const page = `${pagesOrigin}/surveydetails/${id.data}`;
        const sent = (request.body ?? {}) as Record<string, string>;
        const read = castLinkVote.body.safeParse({ vote: Number(sent.vote || Number.NaN), question: sent.question });
        if (!read.success) return reply.redirect(page, 303);
        const { key, endsAt } = orThrow(await findLinkSurvey(database, id.data));
        const words = await wordsIn(request.server.readerLanguage.of(request.raw));
        const picked: PickedVote = { ...read.data, page, action: API_PREFIX + linkVoteFormPath(id.data) };
        if (key === null) return failed(reply, apiError("hasEnded"), words, picked);
        const survey = { surveyId: id.data, key };
        const isRefused = linkCookies.read(request, survey) === null;
        if (isRefused && (await linkCookies.set(request, reply, { ...survey, endsAt })) === null)
          return failed(reply, apiError("voteForgotten"), words, picked);
        // Also with the cookie: a press that began on another page must not vote.
        if (sent.again === undefined) {
          setPlainHeaders(reply, { hasForm: true });
          return words.pickedPage(picked);
        }
        if (isRefused) return failed(reply, apiError("cookiesRefused"), words, picked);
        try {
          const { receipt } = await vote(id.data, read.data, request);
          setPlainHeaders(reply);
          return words.votedPage(picked, receipt);
        } catch (error) {
          if (error instanceof ApiError) return failed(reply, error, words, picked);
          throw error;
        }
      },
    );
  });
}

/** Says why a vote is not stored, and keeps the choice. */
function failed(reply: FastifyReply, error: ApiError, words: Words, picked: PickedVote): string {
  reply.status(apiErrors[error.code][0]);
  if (error.retryAfter !== undefined) reply.header("retry-after", error.retryAfter);
  setPlainHeaders(reply, { hasForm: true });
  return words.notStoredPage(picked, error.code);
}
