import * as account from "@survey-app/contract/account/account.ts";
import { SPENT_LINKS } from "@survey-app/contract/session/emailLinks.ts";
import { mailboxOf } from "@survey-app/contract/text/emailAddress.ts";
import type { FastifyRequest } from "fastify";
import type { MainDatabase } from "../database/database.ts";
import { isRowError } from "../database/unavailable.ts";
import { apiError } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { languageOfSender } from "../http/readerLanguage.ts";
import type { CountedAddressKey } from "../mail/addressHash.ts";
import { consumeLink, createLink, findLink, type Purpose } from "../mail/links.sql.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { findPasswordHash } from "../session/accounts.sql.ts";
import { findConfirmedAddress } from "../session/confirmedAddress.sql.ts";
import type { KeptAccess } from "../session/proof.sql.ts";
import { acceptInvitation, isMailboxTaken, mayMoveTo } from "../session/registration.sql.ts";
import type { SignInParts } from "../session/signInParts.ts";
import { keepFormerMailbox } from "../voters/countedAddresses.sql.ts";
import { confirmEmail, findSignInMethods, moveEmail, resetPassword } from "./account.sql.ts";
import type { RequirePassword } from "./passwordCheck.ts";

export interface EmailLinkParts extends SignInParts {
  requirePassword: RequirePassword;
  /** Invalidates the public responses that show a user's name or address, after it has changed. */
  invalidateNaming(userId: string): Promise<void>;
  countedAddressKey: CountedAddressKey;
}

/** The purposes of links that `verifyEmail` accepts. */
const VERIFYING = ["emailVerification", "emailChange"] as const;

/** Serves the links of emails that set a password or prove an address, and the requests for them. */
export function serveEmailLinks(
  registerEndpoint: RegisterEndpoint,
  database: MainDatabase,
  parts: EmailLinkParts,
): void {
  const { sessions, passwords, signInAttempts, invalidateNaming, requirePassword } = parts;
  const { requireStrongPassword } = parts.passwordStrength;
  const countSpentLink = parts.rateLimiter?.("spent links", SPENT_LINKS, true);

  /**
   * Finds a link that works.
   * @throws {ApiError} `linkSpent`; `tooFast` when the network has opened too many such ones
   */
  const requireLink = async (request: FastifyRequest, token: string, purposes: readonly Purpose[]) => {
    const link = await findLink(database, token, purposes);
    if (link) return link;
    await countSpentLink?.(request);
    throw apiError("linkSpent");
  };

  // The same work whether or not the account exists, against probing for accounts: the mailer looks for it later.
  registerEndpoint(account.requestPasswordReset, async ({ body, request }) => {
    if (!parts.hasPasswords) throw apiError("providerOff");
    await parts.limitLinksTo(body.email, request);
    await enqueueEmail(database, body.email, { kind: "passwordReset", language: languageOfSender(request) });
    return { success: true as const };
  });

  const findResetLink = async (request: FastifyRequest, token: string) => {
    if (!parts.hasPasswords) throw apiError("providerOff");
    return requireLink(request, token, ["passwordReset"]);
  };

  // This check reveals no more than `resetPassword` does with a weak password, which doesn't use the link up either.
  registerEndpoint(account.checkResetLink, async ({ body, request }) => {
    await findResetLink(request, body.token);
    return { success: true as const };
  });

  registerEndpoint(account.resetPassword, async ({ body, request }) => {
    const owner = await findResetLink(request, body.token);
    // Only after the link was found: without one, the error must not reveal the user's name, and no request is sent to
    // the list of breached passwords. A rejected password doesn't use the link up.
    await requireStrongPassword(body.newPassword, owner, "newPassword");
    const newHash = await passwords.hash(body.newPassword);
    const language = languageOfSender(request);
    const { userId, email } = await database.transaction(async (tx) => {
      const link = await consumeLink(tx, body.token, ["passwordReset"]);
      if (!link || !(await resetPassword(tx, link, { newHash, language }))) throw apiError("linkSpent");
      return link;
    });
    request.actor = userId;
    sessions.invalidateUser(userId);
    await signInAttempts.trust({ email, ip: request.ip });
    return { success: true as const };
  });

  registerEndpoint(account.verifyEmail, async ({ body, currentUser, request }) => {
    const found = await requireLink(request, body.token, VERIFYING);
    const proof = await proveOwnership(
      found,
      body.password ?? undefined,
      currentUser ?? (await parts.authenticator.byCookie(request.headers.cookie ?? "")),
    );
    const spending = database.transaction(async (tx) => {
      const spent = await consumeLink(tx, body.token, VERIFYING);
      if (!spent) throw apiError("linkSpent");
      const { hash, ...access } = proof;
      const kept = { ...access, language: languageOfSender(request) };
      if (hash !== null && (await findPasswordHash(tx, spent.userId)) !== hash) throw apiError("wrongPassword");
      if (spent.purpose === "emailChange") {
        const former = await findConfirmedAddress(tx, spent.userId);
        if (!(await mayMoveTo(tx, parts.registration, spent.email))) throw apiError("addressNotAllowed");
        const isTaken = await isMailboxTaken(tx, parts.registration, spent);
        if (isTaken || !(await moveEmail(tx, spent, kept))) throw apiError("emailTaken");
        await acceptInvitation(tx, spent.email);
        // Another account can have the former mailbox from now on.
        if (parts.registration.kind === "domains" && former !== null && mailboxOf(former) !== mailboxOf(spent.email))
          await keepFormerMailbox(tx, former, parts.countedAddressKey);
      } else if (!(await confirmEmail(tx, spent, kept))) throw apiError("linkSpent");
      // A user who can no longer sign in has just proven that the account is theirs, and may set a password.
      const { hasPassword, providers } = await findSignInMethods(tx, spent.userId);
      const isLocked = !hasPassword && providers.length === 0;
      return {
        ...spent,
        passwordToken: isLocked ? await createLink(tx, { ...spent, purpose: "passwordReset" }) : null,
      };
    });
    // Two accounts may move to the same address at the same time.
    const { userId, email, purpose, passwordToken } = await spending.catch((error: unknown) => {
      throw isRowError(error) ? apiError("emailTaken") : error;
    });
    request.actor = userId;
    sessions.invalidateUser(userId);
    if (purpose === "emailChange") await invalidateNaming(userId);
    return { email, passwordToken };
  });

  registerEndpoint(account.requestEmailVerification, async ({ currentUser, request }) => {
    const { emailVerified } = await findSignInMethods(database, currentUser.userId);
    if (emailVerified) throw apiError("alreadySo");
    const { userId, email } = currentUser;
    const language = languageOfSender(request);
    await enqueueEmail(database, email, { kind: "emailVerification", userId, language });
    return { success: true as const };
  });

  /**
   * Finds the proof, besides an email link, that the account belongs to the user of the link: a session in this
   * browser, or the password. The link alone proves only access to the mailbox, and a stranger may have entered that
   * address.
   */
  async function proveOwnership(
    { userId, purpose }: { userId: string; purpose: Purpose },
    password: string | undefined,
    currentUser: CurrentUser | null,
  ): Promise<Omit<KeptAccess, "language"> & { hash: string | null }> {
    if (currentUser?.userId === userId) return { signIn: true, sessionId: currentUser.sessionId, hash: null };
    if (password) return { signIn: true, hash: await requirePassword(userId, password) };
    // An account must not move to an address to which its user doesn't have access.
    if (password === "" || purpose === "emailChange") throw apiError("ownerRequired");
    return { hash: null };
  }
}
