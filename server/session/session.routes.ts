import { isDemoAddress } from "@survey-app/contract/session/demoAccounts.ts";
import * as session from "@survey-app/contract/session/session.ts";
import { DAY_MS, zone } from "@survey-app/contract/text/time.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import type { FastifyRequest } from "fastify";
import type { Database } from "../database/database.ts";
import { apiError, orNotFound } from "../http/apiError.ts";
import { actorOf } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { reasonOf } from "../http/outgoing.ts";
import { hasIdentityAt } from "./accounts.sql.ts";
import type { SignInProvider } from "./providers/providers.ts";
import { COOKIE_SECONDS, endSessionOf, endSessionsOf, noteTimeZone, renewSession } from "./session.sql.ts";
import { signUpByPassword } from "./signIn.sql.ts";
import { issueSession, signInClientOf } from "./signIn.ts";
import type { SignInParts } from "./signInParts.ts";

/** How long a browser remembers that someone signed out, in seconds: as long as browsers keep cookies. */
const SIGNED_OUT_SECONDS = (400 * DAY_MS) / 1000;

export interface SessionParts extends SignInParts {
  providers: ReadonlyMap<session.Provider, SignInProvider>;
}

export function serveSession(registerEndpoint: RegisterEndpoint, database: Database, parts: SessionParts): void {
  const { cookies, sessions, authenticator, tokens, passwordStrength, passwords } = parts;
  const countAccount = parts.rateLimiter?.("accounts", session.ACCOUNTS_A_DAY, true);

  registerEndpoint(session.signUp, async ({ body, request, reply }) => {
    if (!parts.hasPasswords) throw apiError("providerOff");
    const { registration, signUpLinks } = parts;
    const { name, email, password, image, proof } = body;
    if (registration.kind === "closed") throw apiError("registrationClosed");
    // The response is the same for every address: only its mailbox learns whether it may have an account.
    if (registration.kind !== "open" && proof === "") throw apiError("signUpLinkNeeded");
    const isProven = proof !== "" && signUpLinks.isProof(proof, email);
    if (proof !== "" && !isProven) throw apiError("linkSpent");
    await passwordStrength.requireStrongPassword(password, { name, email }, "password");
    // Before the transaction: on SQLite every vote would wait for it.
    const passwordHash = await passwords.hash(password);
    const account = { name, email, passwordHash, photoUrl: image };
    const client = signInClientOf(request, cookies);
    await countAccount?.(request);
    const signedIn = await signUpByPassword(database, account, { registration, isProven }, client);
    // Otherwise requests that create nothing would close sign-up to everyone behind the same address for a day.
    if (typeof signedIn === "string") await countAccount?.giveBack(request);
    if (signedIn === "linkSpent") throw apiError(signedIn);
    if (signedIn === "emailTaken")
      throw apiError(signedIn, { errors: [{ field: "email", message: formErrors.email.taken }] });
    return { user: issueSession(signedIn, parts, request, reply) };
  });

  registerEndpoint(session.signIn, async ({ body, request, reply }) => ({
    user: await parts.signIn.byPassword(body, request, reply),
  }));

  registerEndpoint(session.signOut, async ({ body, request, reply }) => {
    const token = cookies.read(request.headers.cookie, "session_token");
    const ended = token === null ? undefined : await endSessionOf(database, token);
    if (ended) {
      request.actor = ended.user_id;
      sessions.invalidate(ended.id);
    }
    cookies.clear(reply, "session_token");
    if (body?.isRejected || parts.providers.size === 0) return { success: true as const };
    // The same value for everyone: it only says that someone signed out here.
    cookies.set(reply, "signed_out", "1", SIGNED_OUT_SECONDS);
    const url = ended && parts.endsSession ? await endAtProvider(ended.user_id, request) : null;
    return { success: true as const, ...(url !== null && { url }) };
  });

  /**
   * The address at which the organization's provider ends its own session; null for users of other sign-in methods, and
   * if the provider doesn't respond.
   */
  async function endAtProvider(userId: string, request: FastifyRequest): Promise<string | null> {
    const provider = parts.providers.get("oidc");
    if (!provider || !(await hasIdentityAt(database, userId, "oidc"))) return null;
    try {
      const url = await provider.endSession(parts.publicUrl);
      if (url === null)
        request.log.warn("OIDC_SIGN_OUT=provider has no effect: the provider's discovery has no end_session_endpoint");
      return url;
    } catch (error) {
      request.log.warn({ provider: "oidc", reason: reasonOf(error) }, "a provider can't be reached");
      return null;
    }
  }

  registerEndpoint(session.getSession, async ({ request }) => {
    const user = await authenticator.byCookie(request.headers.cookie ?? "");
    if (!user) return null;
    const { userId: id, email, name: displayName, photoURL, isGuest } = user;
    return { user: { id, email, displayName, photoURL, ...(isGuest && { isGuest }) } };
  });

  registerEndpoint(session.revokeUserSessions, async ({ params, currentUser, request }) => {
    const modifiedCount = orNotFound(await endSessionsOf(database, params.id, actorOf(currentUser, request)));
    sessions.invalidateUser(params.id);
    return { modifiedCount };
  });

  registerEndpoint(session.createAccessToken, async ({ body: { timeZone }, currentUser, reply }) => {
    const known = zone.safeParse(timeZone);
    if (known.success && !isDemoAddress(currentUser.email))
      await noteTimeZone(database, currentUser.userId, known.data);
    const renewed = await renewSession(database, currentUser.sessionId);
    if (!renewed) return { token: tokens.sign(currentUser) };
    sessions.invalidate(currentUser.sessionId);
    cookies.set(reply, "session_token", renewed.token, COOKIE_SECONDS);
    return { token: tokens.sign({ userId: currentUser.userId, sessionId: renewed.sessionId }) };
  });
}
