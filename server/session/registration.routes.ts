import * as contract from "@survey-app/contract/session/registration.ts";
import { emailedReturnTo, safeReturnTo } from "@survey-app/contract/session/returnTo.ts";
import type { Database } from "../database/database.ts";
import { apiError } from "../http/apiError.ts";
import { actorOf } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { languageOfSender } from "../http/readerLanguage.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { inviteAddress, listInvitations, revokeInvitation } from "./registration.sql.ts";
import type { SignInParts } from "./signInParts.ts";

/** Serves the links to sign up, and admins' invitations to have an account. */
export function serveRegistration(registerEndpoint: RegisterEndpoint, database: Database, parts: SignInParts): void {
  const { registration, publicUrl } = parts;
  const requireOpen = () => {
    if (registration.kind === "closed") throw apiError("registrationClosed");
    if (!parts.hasPasswords) throw apiError("providerOff");
  };

  // The same work for every address: the mailer decides later whether it gets a link.
  registerEndpoint(contract.requestSignUpLink, async ({ body, request }) => {
    requireOpen();
    await parts.limitLinksTo(body.email, request);
    const returnTo = emailedReturnTo(safeReturnTo(body.returnTo, publicUrl));
    await enqueueEmail(database, body.email, { kind: "signUpLink", returnTo, language: languageOfSender(request) });
    return { success: true as const };
  });

  registerEndpoint(contract.listAccountInvitations, () => listInvitations(database));

  registerEndpoint(contract.inviteToAccount, async ({ body, currentUser, request }) => {
    requireOpen();
    const invited = await inviteAddress(database, { ...body, registration }, actorOf(currentUser, request));
    if (typeof invited === "string") throw apiError(invited);
    return { insertedId: invited.id };
  });

  registerEndpoint(contract.revokeAccountInvitation, async ({ params, currentUser, request }) => {
    const modifiedCount = await revokeInvitation(database, params.id, actorOf(currentUser, request));
    if (modifiedCount === 0) throw apiError("notFound");
    return { modifiedCount };
  });
}
