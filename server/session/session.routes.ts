import * as session from "@survey-app/contract/session.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import type { Database } from "../database/database.ts";
import { apiError, orNotFound } from "../http/apiError.ts";
import { actorOf } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { COOKIE_SECONDS, endSessionOf, endSessionsOf, renewSession } from "./session.sql.ts";
import { signUpByPassword } from "./signIn.sql.ts";
import { issueSession, signInClientOf } from "./signIn.ts";
import type { SignInParts } from "./signInParts.ts";

export function serveSession(registerEndpoint: RegisterEndpoint, database: Database, parts: SignInParts): void {
  const { cookies, sessions, authenticator, tokens, passwordStrength, passwords } = parts;
  const countAccount = parts.rateLimiter?.("accounts", session.ACCOUNTS_A_DAY, true);

  registerEndpoint(session.signUp, async ({ body, request, reply }) => {
    if (!parts.hasPasswords) throw apiError("providerOff");
    const { registration, signUpLinks } = parts;
    const { name, email, password, image, proof } = body;
    if (registration.kind === "closed") throw apiError("registrationClosed");
    // The same for every address: only its mailbox learns whether it may have an account.
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

  registerEndpoint(session.signOut, async ({ request, reply }) => {
    const token = cookies.read(request.headers.cookie, "session_token");
    const ended = token === null ? undefined : await endSessionOf(database, token);
    if (ended) {
      request.actor = ended.user_id;
      sessions.invalidate(ended.id);
    }
    cookies.clear(reply, "session_token");
    return { success: true as const };
  });

  registerEndpoint(session.getSession, async ({ request }) => {
    const user = await authenticator.byCookie(request.headers.cookie ?? "");
    if (!user) return null;
    const { userId: id, email, name: displayName, photoURL } = user;
    return { user: { id, email, displayName, photoURL } };
  });

  registerEndpoint(session.revokeUserSessions, async ({ params, currentUser, request }) => {
    const modifiedCount = orNotFound(await endSessionsOf(database, params.id, actorOf(currentUser, request)));
    sessions.invalidateUser(params.id);
    return { modifiedCount };
  });

  registerEndpoint(session.createAccessToken, async ({ currentUser, reply }) => {
    const renewed = await renewSession(database, currentUser.sessionId);
    if (!renewed) return { token: tokens.sign(currentUser) };
    sessions.invalidate(currentUser.sessionId);
    cookies.set(reply, "session_token", renewed.token, COOKIE_SECONDS);
    return { token: tokens.sign({ userId: currentUser.userId, sessionId: renewed.sessionId }) };
  });
}
