import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";
import { safeReturnTo } from "@survey-app/contract/session/returnTo.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { type SignInFailure, signInReturnUrl } from "@survey-app/contract/session/signInFailures.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AuthorizationResponseError } from "openid-client";
import type { Database } from "../../database/database.ts";
import { apiError } from "../../http/apiError.ts";
import type { RegisterEndpoint } from "../../http/endpoints.ts";
import { reasonOf } from "../../http/outgoing.ts";
import { logAuthenticationEvent } from "../../http/securityLog.ts";
import { consumePending, insertPending, PENDING_SECONDS, type PendingSignIn } from "../pending.sql.ts";
import { signInByProvider } from "../signIn.sql.ts";
import { issueSession, signInClientOf, signInFailureOf } from "../signIn.ts";
import type { SignInParts } from "../signInParts.ts";
import type { FollowRole } from "./followRole.ts";
import type { ProvidedIdentity, SignInProvider } from "./providers.ts";

export interface ProviderParts extends SignInParts {
  providers: ReadonlyMap<session.Provider, SignInProvider>;
  followRole: FollowRole;
}

/** The providers' error codes, mapped to the failures that users can distinguish. */
const failures: ReadonlyMap<string, SignInFailure> = new Map<string, SignInFailure>([
  ["access_denied", "cancelled"],
  ["user_cancelled_login", "cancelled"],
  ["consent_required", "cancelled"],
  ["temporarily_unavailable", "unconfirmed"],
  ["server_error", "unconfirmed"],
]);

/** The callback's query parameters that we read, with their formats. All others are dropped. */
const callbackParameters = {
  state: /^[\w-]{1,128}$/,
  code: /^[\x21-\x7e]{1,4096}$/,
  error: /^[\w.-]{1,64}$/,
  iss: /^[\x21-\x7e]{1,300}$/,
};

/** Signing in through a provider: the request that starts it, and the callback to which the provider redirects. */
export function serveProviders(
  registerEndpoint: RegisterEndpoint,
  app: FastifyInstance,
  database: Database,
  parts: ProviderParts,
): void {
  const { providers, cookies, publicUrl, pagesOrigin } = parts;

  registerEndpoint(session.signInWithProvider, async ({ body, request, reply }) => {
    const provider = providers.get(body.provider);
    if (!provider) throw apiError("providerOff");
    const asksWho = cookies.readText(request.headers.cookie, "signed_out") === "1";
    const { url, state, ...checks } = await provider.start({ asksWho }).catch((error: unknown) => {
      request.log.warn({ provider: body.provider, reason: reasonOf(error) }, "a provider can't be reached");
      throw apiError("providerAway");
    });
    const returnTo = safeReturnTo(body.callbackURL, publicUrl);
    await insertPending(database, "provider", state, { provider: body.provider, returnTo, ...checks });
    cookies.set(reply, "sign_in", state, PENDING_SECONDS);
    return { url, redirect: true as const };
  });

  const requireRateLimit = parts.rateLimiter?.("sign-in elsewhere", session.SIGN_INS, true);
  // Not in the contract: browsers come here by a redirect, and every outcome redirects them to a page.
  app.get<{ Params: { provider: string } }>(
    `${API_PREFIX}/auth/callback/:provider`,
    { exposeHeadRoute: false },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const provider = session.provider.safeParse(request.params.provider);
      if (!provider.success) throw apiError("notFound");
      let returnTo = "/";
      let failure: SignInFailure | "codeRequired" | undefined;
      try {
        await requireRateLimit?.(request);
        const callback = readCallback(request);
        const pending = await consumeStarted(callback, request, reply);
        if (pending) returnTo = pending.returnTo;
        failure = pending ? await finish(pending, provider.data, callback, request, reply) : "stale";
      } catch (error) {
        failure = signInFailureOf(error) ?? "failed";
        if (failure === "failed")
          request.log.error({ err: error, reqId: request.id }, "the callback of a sign-in provider failed");
      }
      logAuthenticationEvent(request, failure ?? "done");
      const result = failure === "codeRequired" ? { needsCode: true } : failure && { failure };
      return reply.redirect(pagesOrigin + signInReturnUrl({ provider: provider.data, returnTo, ...result }));
    },
  );

  /** Finds the sign-in that this browser began, once. Null if it began none, or another one. */
  async function consumeStarted(
    callback: URLSearchParams,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<PendingSignIn | null> {
    const state = cookies.read(request.headers.cookie, "sign_in");
    if (state === null || state !== callback.get("state")) return null;
    cookies.clear(reply, "sign_in");
    const pending = await consumePending(database, "provider", state);
    return callback.has("code") || callback.has("error") ? pending : null;
  }

  /** @returns why it failed; undefined for a user who is signed in */
  async function finish(
    pending: PendingSignIn,
    id: session.Provider,
    callback: URLSearchParams,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<SignInFailure | undefined> {
    const provider = providers.get(id);
    // A code of one provider must not be sent to another.
    if (!provider || pending.provider !== id) return "unconfirmed";
    let provided: ProvidedIdentity | "domain";
    try {
      provided = await provider.finish(callback, pending);
    } catch (error) {
      if (error instanceof AuthorizationResponseError) return failures.get(error.error) ?? "failed";
      request.log.warn({ provider: id, reason: reasonOf(error) }, "a provider's identity token is not valid");
      return "unconfirmed";
    }
    if (provided === "domain") return provided;
    const { identity, role, unread } = provided;
    if (unread !== null)
      request.log.warn({ provider: id, reason: reasonOf(unread) }, "a provider's userinfo endpoint gave no answer");
    const signedIn = await signInByProvider(
      database,
      { identity, role },
      parts.registration,
      signInClientOf(request, cookies),
    );
    if (typeof signedIn === "string") return signedIn === "accountBlocked" ? "blocked" : signedIn;
    const userId = "user" in signedIn ? signedIn.user.id : signedIn.userId;
    // Where a code is needed, only its owner's sign-in changes the role.
    if (role !== null && "user" in signedIn) await parts.followRole(userId, role, request);
    // The proof of an address ends sessions, and the role may have changed.
    parts.sessions.invalidateUser(userId);
    issueSession(signedIn, parts, request, reply);
    cookies.clear(reply, "signed_out");
    return undefined;
  }
}

/** The parameters of the provider's redirect, without those that we don't read. */
function readCallback(request: FastifyRequest): URLSearchParams {
  const sent = request.query as Record<string, unknown>;
  return new URLSearchParams(
    Object.entries(callbackParameters).flatMap(([name, form]): [string, string][] => {
      const value = sent[name];
      return typeof value === "string" && form.test(value) ? [[name, value]] : [];
    }),
  );
}
