import { safeReturnTo } from "@survey-app/contract/returnTo.ts";
import * as session from "@survey-app/contract/session.ts";
import { type SignInFailure, signInReturnUrl } from "@survey-app/contract/signInFailures.ts";
import type { FastifyInstance } from "fastify";
import { ApiError, apiError } from "../../http/apiError.ts";
import { API_PREFIX } from "../../http/endpoints.ts";
import { answerPageProblem } from "../../http/errorPage.ts";
import type { RateLimiter } from "../../http/rateLimit.ts";
import { requireSameOrigin, type TrustedOrigins } from "../../http/sameOrigin.ts";
import { logAuthenticationEvent } from "../../http/securityLog.ts";
import type { Cookies } from "../cookies.ts";
import type { SessionCache } from "../sessionCache.ts";
import { handOver } from "../signIn.ts";
import type { PasswordSignIn } from "./passwordSignIn.ts";

interface FormParts {
  signIn: PasswordSignIn;
  cookies: Cookies;
  sessions: SessionCache;
  origins: TrustedOrigins;
  /** The prefix of the pages' paths: the pages' origin if the API has another one, else "". */
  pagesOrigin: string;
  /** Null without rate limits. */
  rateLimiter: RateLimiter | null;
}

/** Email, password and return URL, with every character encoded. */
const FORM_BYTES_MAX = 16 * 1024;

/** The errors that the login page explains. */
const failures: Record<string, SignInFailure> = {
  wrongCredentials: "wrong",
  accountBlocked: "blocked",
  tooManyFailures: "tooMany",
  tooFast: "tooFast",
};

/**
 * Serves the login form of browsers without JavaScript, or in which it has not loaded yet. Not in the contract: the body is
 * not JSON, and every outcome redirects to a page. All checks are those of `signIn`: origin, rate limit, failed attempts.
 */
export function serveSignInForm(app: FastifyInstance, parts: FormParts): void {
  const { origins, pagesOrigin } = parts;
  const { method, path, rateLimit } = session.signIn;
  const requireRateLimit = parts.rateLimiter?.(`${method} ${path}`, rateLimit, true);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.post(
      `${API_PREFIX}/auth/sign-in/form`,
      {
        bodyLimit: FORM_BYTES_MAX,
        errorHandler: answerPageProblem,
        onRequest: async (request) => requireSameOrigin(request, origins),
      },
      async (request, reply) => {
        reply.header("cache-control", "no-store");
        const { returnTo: wanted } = (request.body ?? {}) as { returnTo?: string };
        const returnTo = safeReturnTo(wanted, origins.publicUrl);
        const failure = await attempt(async () => {
          await requireRateLimit?.(request);
          const sent = session.signIn.body.safeParse(request.body);
          if (!sent.success) throw apiError("wrongCredentials");
          handOver(await parts.signIn(sent.data, request), parts, request, reply);
        });
        logAuthenticationEvent(request, failure ?? "done");
        return reply.redirect(pagesOrigin + (failure ? signInReturnUrl({ returnTo, failure }) : returnTo), 303);
      },
    );
  });
}

/** @returns why it failed, if the login page explains it. @throws other errors */
async function attempt(work: () => Promise<void>): Promise<SignInFailure | null> {
  try {
    await work();
    return null;
  } catch (error) {
    const failure = error instanceof ApiError ? failures[error.code] : undefined;
    if (failure === undefined) throw error;
    return failure;
  }
}
