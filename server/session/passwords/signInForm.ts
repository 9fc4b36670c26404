import { API_PREFIX, type Endpoint } from "@survey-app/contract/http/endpoint.ts";
import { safeReturnTo } from "@survey-app/contract/session/returnTo.ts";
import { signInWithCode } from "@survey-app/contract/session/secondFactor.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { type SignInFailure, signInReturnUrl } from "@survey-app/contract/session/signInFailures.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { apiError } from "../../http/apiError.ts";
import { handlePageError } from "../../http/errorPage.ts";
import { readFormBodies } from "../../http/forms.ts";
import { requireSameOrigin } from "../../http/sameOrigin.ts";
import { logAuthenticationEvent } from "../../http/securityLog.ts";
import type { FollowRole } from "../providers/followRole.ts";
import { signInFailureOf } from "../signIn.ts";
import type { SignInParts } from "../signInParts.ts";

/** Email, password and return URL, with every character encoded. */
const FORM_BYTES_MAX = 16 * 1024;

/**
 * Serves the two login forms, password and code, to browsers without JavaScript, or in which it has not loaded yet. Not
 * in the contract: the body is not JSON, and every response redirects to a page. All checks are those of `signIn` and
 * `signInWithCode`: origin, rate limit, failed attempts.
 */
export function serveSignInForm(app: FastifyInstance, parts: SignInParts & { followRole: FollowRole }): void {
  const { signIn, origins, pagesOrigin, rateLimiter } = parts;
  app.register(async (scope) => {
    readFormBodies(scope);

    /** Serves a form in place of an endpoint. @param work signs in, given what was sent */
    function serve(endpoint: Endpoint, name: string, work: SignInByForm): void {
      const { method, path, rateLimit } = endpoint;
      const requireRateLimit = rateLimit && rateLimiter?.(`${method} ${path}`, rateLimit, true);
      scope.post(
        `${API_PREFIX}/auth/sign-in/${name}`,
        {
          bodyLimit: FORM_BYTES_MAX,
          errorHandler: handlePageError,
          onRequest: async (request) => requireSameOrigin(request, origins),
        },
        async (request, reply) => {
          reply.header("cache-control", "no-store");
          const sent = (request.body ?? {}) as Record<string, string>;
          const returnTo = safeReturnTo(sent.returnTo, origins.publicUrl);
          const failure = await attempt(async () => {
            await requireRateLimit?.(request);
            await work(sent, request, reply);
          });
          logAuthenticationEvent(request, failure ?? "done");
          return reply.redirect(pagesOrigin + (failure ? pageAfter(failure, returnTo) : returnTo), 303);
        },
      );
    }

    serve(session.signIn, "form", async (sent, request, reply) => {
      const read = session.signIn.body.safeParse(sent);
      if (!read.success) throw apiError("wrongCredentials");
      return signIn.byPassword(read.data, request, reply);
    });
    serve(signInWithCode, "code/form", async (sent, request, reply) => {
      const read = signInWithCode.body.safeParse({ ...sent, remember: sent.remember !== undefined });
      if (!read.success) throw apiError("wrongCode");
      return signIn.byCode(read.data, request, reply, parts.followRole);
    });
  });
}

type SignInByForm = (sent: Record<string, string>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** The login page, which asks for the code, or explains what failed. */
function pageAfter(failure: SignInFailure | "codeRequired", returnTo: string): string {
  if (failure === "codeRequired") return signInReturnUrl({ returnTo, needsCode: true });
  // After these two the sign-in still waits.
  return signInReturnUrl({ returnTo, failure, needsCode: failure === "wrongCode" || failure === "tooManyCodes" });
}

/** @returns why it failed, if the login page explains it, or that it waits for a code. @throws other errors */
async function attempt(work: () => Promise<void>): Promise<SignInFailure | "codeRequired" | null> {
  try {
    await work();
    return null;
  } catch (error) {
    const failure = signInFailureOf(error);
    if (failure === undefined) throw error;
    return failure;
  }
}
