import * as guests from "@survey-app/contract/account/guests.ts";
import type { AskingPolicies } from "@survey-app/contract/ballots/askingPolicies.ts";
import { mayAsk } from "@survey-app/contract/ballots/rights.ts";
import { ACCOUNTS_A_DAY, SIGN_UPS } from "@survey-app/contract/session/session.ts";
import { guestAddress } from "@survey-app/contract/text/guestAddress.ts";
import { GUEST_NAME } from "@survey-app/contract/users/users.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import { actionOf } from "../ballots/rights.ts";
import type { MainDatabase } from "../database/database.ts";
import { isRowError } from "../database/unavailable.ts";
import { changeOf, type RecordSurveyEvent } from "../events/surveyEvents.ts";
import { ApiError, apiError } from "../http/apiError.ts";
import { actorOf, type CurrentUser } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { startSession } from "../session/session.sql.ts";
import { issueSession, signInClientOf } from "../session/signIn.ts";
import type { SignInParts } from "../session/signInParts.ts";
import { addSurvey } from "../surveys/newSurvey.ts";
import { deleteGuest, insertGuest, makeAccount } from "./guests.sql.ts";

export interface GuestParts extends SignInParts {
  policies: AskingPolicies;
  record: RecordSurveyEvent;
  /** Invalidates the public responses that show a user's name or address, after it has changed. */
  invalidateNaming(userId: string): Promise<void>;
  /** Invalidates the responses that show a deleted user. */
  afterDeletion(userId: string): Promise<void>;
}

/** Serves asking without an account, and turning guests into accounts or deleting them. */
export function serveGuests(registerEndpoint: RegisterEndpoint, database: MainDatabase, parts: GuestParts): void {
  const { authenticator, cookies, policies, record, registration } = parts;
  // Counted with the accounts that a network creates, because each guest could become one.
  const countAccount = parts.rateLimiter?.("accounts", ACCOUNTS_A_DAY, true);
  const countGuest = parts.rateLimiter?.("guests", guests.GUESTS_A_DAY, true);
  // Not counted by user: each guest is another one, so a network could try as many addresses as it creates guests.
  const countKeeping = parts.rateLimiter?.("guests kept", SIGN_UPS, true);

  registerEndpoint(guests.askAsGuest, async ({ body, request, reply }) => {
    if (!mayAsk("unlisted", "guest", policies)) throw apiError("signInRequired");
    // A signed-in user asks as that user: the new guest's session would replace theirs.
    if (await authenticator.byCookie(request.headers.cookie ?? "")) throw apiError("alreadySo");
    await countGuest?.(request);
    try {
      await countAccount?.(request);
    } catch (error) {
      await countGuest?.giveBack(request);
      throw error;
    }
    // In one transaction, so that no guest stays without a survey.
    const asking = database.transaction(async (tx) => {
      const guest = await insertGuest(tx);
      const client = { ...signInClientOf(request, cookies), oldToken: null };
      const signedIn = await startSession(tx, guest, client, { hasSecondFactor: false });
      const change = changeOf(tx, actionOf(asSender(guest.id), request), record);
      return { signedIn, survey: await addSurvey(change, body, { policies, rule: "guest" }) };
    });
    const { signedIn, survey } = await asking.catch(async (error: unknown) => {
      await countGuest?.giveBack(request);
      await countAccount?.giveBack(request);
      throw error;
    });
    return { insertedId: survey.id, status: survey.status, user: issueSession(signedIn, parts, request, reply) };
  });

  registerEndpoint(guests.keepGuest, async ({ body, currentUser, request, reply }) => {
    if (!parts.hasPasswords) throw apiError("providerOff");
    // Elsewhere an address is proven before it gets an account.
    if (registration.kind !== "open") throw apiError("registrationClosed");
    await countKeeping?.(request);
    const { name, email, password, image: photoUrl } = body;
    await parts.passwordStrength.requireStrongPassword(password, { name, email }, "password");
    // Hashed before the transaction, because on SQLite every vote would wait for it.
    const passwordHash = await parts.passwords.hash(password);
    const client = signInClientOf(request, cookies);
    const account = { name, email, photoUrl, passwordHash };
    const keeping = database.transaction((tx) => makeAccount(tx, currentUser, account, client));
    const signedIn = await keeping.catch((error: unknown) => {
      const isTaken = isRowError(error) || (error instanceof ApiError && error.code === "emailTaken");
      throw isTaken ? apiError("emailTaken", { errors: [{ field: "email", message: formErrors.email.taken }] }) : error;
    });
    parts.sessions.invalidateUser(currentUser.userId);
    await parts.invalidateNaming(currentUser.userId);
    return { user: issueSession(signedIn, parts, request, reply) };
  });

  registerEndpoint(guests.deleteGuest, async ({ params, currentUser, request }) => {
    const by = actorOf(currentUser, request);
    await deleteGuest(database, params.id, { by, record });
    await parts.afterDeletion(params.id);
    return { modifiedCount: 1 };
  });
}

/** A new guest as the sender of the request that creates it. */
function asSender(userId: string): CurrentUser {
  const role = "user" as const;
  const noRights = { isMember: false, apiKey: null, lacksSecondFactor: false, storedRole: role, role };
  return {
    userId,
    sessionId: "",
    signedInAt: Date.now(),
    email: guestAddress(userId),
    isGuest: true,
    name: GUEST_NAME,
    photoURL: null,
    ...noRights,
  };
}
