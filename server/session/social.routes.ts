import { safeReturnTo } from "@survey-app/contract/returnTo.ts";
import * as session from "@survey-app/contract/session.ts";
import { type SignInFailure, signInReturnUrl } from "@survey-app/contract/signInFailures.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { apiError } from "../http/apiError.ts";
import { API_PREFIX, type RegisterEndpoint } from "../http/endpoints.ts";
import { withRequest } from "../http/logger.ts";
import type { RateLimiter } from "../http/rateLimit.ts";
import { logAuthenticationEvent } from "../http/securityLog.ts";
import type { Auth } from "./auth.ts";
import { headersOf } from "./session.routes.ts";

interface SocialParts {
  auth: Auth;
  publicUrl: string;
  /** The prefix of the pages' paths: the pages' origin if the API has another one, else "". */
  pagesOrigin: string;
  /** Null without rate limits. */
  rateLimiter: RateLimiter | null;
  /** The ids of the configured providers. */
  offered: ReadonlySet<string>;
}

/** The library's and the providers' error codes, mapped to the failures that users can tell apart. */
const failures: Record<string, SignInFailure> = {
  access_denied: "cancelled",
  user_cancelled_login: "cancelled",
  consent_required: "cancelled",
  account_not_linked: "taken",
  account_blocked: "blocked",
  email_not_found: "noEmail",
  invalid_code: "unconfirmed",
  unable_to_get_user_info: "unconfirmed",
  temporarily_unavailable: "unconfirmed",
  server_error: "unconfirmed",
  issuer_mismatch: "unconfirmed",
  state_not_found: "stale",
  state_mismatch: "stale",
  state_invalid: "stale",
  no_code: "stale",
  // Two first sign-ins of one person at the same time: the other one created the account.
  unable_to_create_user: "stale",
};

/** The callback's query parameters that the library reads, with their formats. All others are dropped. */
const callbackParameters = {
  state: /^[\w-]{1,128}$/,
  code: /^[\x21-\x7e]{1,4096}$/,
  error: /^[\w.-]{1,64}$/,
  iss: /^[\x21-\x7e]{1,300}$/,
};

/** Signing in with Google and Facebook: the request that starts it, and the callback to which the provider redirects. */
export function serveSocial(registerEndpoint: RegisterEndpoint, app: FastifyInstance, parts: SocialParts): void {
  const { auth, publicUrl, pagesOrigin, offered } = parts;

  registerEndpoint(session.signInWithProvider, async ({ body: { provider, callbackURL }, request, reply }) => {
    if (!offered.has(provider)) throw apiError("providerOff");
    const returnTo = safeReturnTo(callbackURL, publicUrl);
    const response = await auth.api.signInSocial({
      body: {
        provider,
        callbackURL: signInReturnUrl({ provider, returnTo }),
        errorCallbackURL: signInReturnUrl({ provider, returnTo }),
      },
      headers: headersOf(request),
      asResponse: true,
    });
    for (const cookie of response.headers.getSetCookie()) reply.header("set-cookie", cookie);
    const { url } = (await response.json()) as { url?: string };
    if (!url) throw new Error(`The sign-in library response ${response.status} without an address`);
    return { url, redirect: true as const };
  });

  const requireRateLimit = parts.rateLimiter?.("sign-in elsewhere", { max: 60, seconds: 900 }, true);
  // Not in the contract: browsers come here by a redirect, and every outcome redirects them to a page.
  app.get<{ Params: { provider: string } }>(
    `${API_PREFIX}/auth/callback/:provider`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const provider = session.provider.safeParse(request.params.provider);
      if (!provider.success) throw apiError("notFound");
      const failed = (failure: SignInFailure, returnTo = "/") => {
        logAuthenticationEvent(request, failure);
        return reply.redirect(pagesOrigin + signInReturnUrl({ provider: provider.data, returnTo, failure }));
      };
      try {
        await requireRateLimit?.(request);
      } catch (error) {
        return failed((error as { code?: unknown }).code === "tooFast" ? "tooFast" : "failed");
      }
      const response = await callback(auth, provider.data, request);
      if (!response) return failed("failed");
      for (const cookie of response.headers.getSetCookie()) reply.header("set-cookie", cookie);
      const target = URL.parse(response.headers.get("location") ?? "", publicUrl);
      const error = target?.searchParams.get("error");
      const isSignedIn = target?.pathname === "/login" && error === null;
      if (isSignedIn) {
        logAuthenticationEvent(request, "done");
        return reply.redirect(pagesOrigin + target.pathname + target.search);
      }
      return failed(
        failures[String(error).toLowerCase()] ?? "failed",
        safeReturnTo(target?.searchParams.get("returnTo"), publicUrl),
      );
    },
  );
}

/** The library's response to the provider's callback; null when it failed unexpectedly. */
async function callback(auth: Auth, provider: session.Provider, request: FastifyRequest): Promise<Response | null> {
  const sent = request.query as Record<string, unknown>;
  const query = Object.entries(callbackParameters).flatMap(([name, form]) => {
    const value = sent[name];
    return typeof value === "string" && form.test(value) ? [[name, value]] : [];
  });
  try {
    return await withRequest(request, () =>
      auth.api.callbackOAuth({
        method: "GET",
        params: { id: provider },
        query: Object.fromEntries(query),
        headers: headersOf(request),
        asResponse: true,
      }),
    );
  } catch (error) {
    request.log.error({ err: error, reqId: request.id }, "the callback of a sign-in provider failed");
    return null;
  }
}
