import * as account from "@survey-app/contract/account.ts";
import { RECENT_SIGN_IN_MINUTES } from "@survey-app/contract/endpoint.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import type { MainDatabase } from "../database/database.ts";
import { isRowError } from "../database/unavailable.ts";
import { apiError, fieldError } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import type { CountedAddressKey, HashAddress } from "../mail/addressHash.ts";
import { consumeLink, createLink, findLink, type Purpose } from "../mail/links.sql.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { findPasswordHash } from "../session/accounts.sql.ts";
import type { KeptAccess } from "../session/proof.sql.ts";
import { acceptInvitation, mayMoveTo } from "../session/registration.sql.ts";
import { endSessions, listUserSessions } from "../session/session.sql.ts";
import type { SignInParts } from "../session/signInParts.ts";
import { findUserByEmail } from "../users/users.sql.ts";
import {
  changePassword,
  confirmEmail,
  findSignInMethods,
  moveEmail,
  requestEmailChange,
  resetPassword,
  setLanguage,
} from "./account.sql.ts";
import { anonymizeAccount } from "./deletion.sql.ts";
import { collectUserData } from "./export.sql.ts";

/** The purposes of links that `verifyEmail` accepts. */
const VERIFYING = ["emailVerification", "emailChange"] as const;

/** What other features provide. */
export interface AccountParts extends SignInParts {
  /** Invalidates the public responses that show a user's name or address, after it has changed. */
  invalidateNaming(userId: string): Promise<void>;
  /** Invalidates what shows a deleted user, deletes uploads that no survey shows, and cancels unfinished payments. */
  afterDeletion(userId: string): Promise<void>;
  /** Hashes addresses as those that refuse invitations are stored. */
  hashAddress: HashAddress;
  countedAddressKey: CountedAddressKey;
  /** The languages that this installation offers. */
  languages: readonly Language[];
}

export function serveAccount(registerEndpoint: RegisterEndpoint, database: MainDatabase, parts: AccountParts): void {
  const { sessions, passwords, signInAttempts, invalidateNaming } = parts;
  const { requireStrongPassword } = parts.passwordStrength;

  // The same work whether or not the account exists, against probing for accounts: the mailer looks for it later.
  registerEndpoint(account.requestPasswordReset, async ({ body }) => {
    if (!parts.hasPasswords) throw apiError("providerOff");
    await enqueueEmail(database, body.email, { kind: "passwordReset" });
    return { success: true as const };
  });

  const findResetLink = async (token: string) => {
    if (!parts.hasPasswords) throw apiError("providerOff");
    const link = await findLink(database, token, ["passwordReset"]);
    if (!link) throw apiError("linkSpent");
    return link;
  };

  // It tells no more than `resetPassword` does about a weak password, which doesn't use the link up either.
  registerEndpoint(account.checkResetLink, async ({ body }) => {
    await findResetLink(body.token);
    return { success: true as const };
  });

  registerEndpoint(account.resetPassword, async ({ body, request }) => {
    const owner = await findResetLink(body.token);
    // Only after the link was found: without one, the error must not reveal the user's name, and the list of breached
    // passwords gets no request. A rejected password doesn't use the link up.
    await requireStrongPassword(body.newPassword, owner, "newPassword");
    const passwordHash = await passwords.hash(body.newPassword);
    const { userId, email } = await database.transaction(async (tx) => {
      const link = await consumeLink(tx, body.token, ["passwordReset"]);
      if (!link || !(await resetPassword(tx, link, passwordHash))) throw apiError("linkSpent");
      return link;
    });
    request.actor = userId;
    sessions.invalidateUser(userId);
    await signInAttempts.trust({ email, ip: request.ip });
    return { success: true as const };
  });

  registerEndpoint(account.verifyEmail, async ({ body, currentUser, request }) => {
    const found = await findLink(database, body.token, VERIFYING);
    if (!found) throw apiError("linkSpent");
    const proof = await proveOwnership(
      found,
      body.password ?? undefined,
      currentUser ?? (await parts.authenticator.byCookie(request.headers.cookie ?? "")),
    );
    const spending = database.transaction(async (tx) => {
      const spent = await consumeLink(tx, body.token, VERIFYING);
      if (!spent) throw apiError("linkSpent");
      const { hash, ...kept } = proof;
      if (hash !== null && (await findPasswordHash(tx, spent.userId)) !== hash) throw apiError("wrongPassword");
      if (spent.purpose === "emailChange") {
        if (!(await mayMoveTo(tx, parts.registration, spent.email))) throw apiError("addressNotAllowed");
        if (!(await moveEmail(tx, spent, kept))) throw apiError("emailTaken");
        await acceptInvitation(tx, spent.email);
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

  registerEndpoint(account.requestEmailVerification, async ({ currentUser }) => {
    const { emailVerified } = await findSignInMethods(database, currentUser.userId);
    if (emailVerified) throw apiError("alreadySo");
    await enqueueEmail(database, currentUser.email, { kind: "emailVerification", userId: currentUser.userId });
    return { success: true as const };
  });

  registerEndpoint(account.getMyAccount, async ({ currentUser }) => ({
    email: currentUser.email,
    ...(await findSignInMethods(database, currentUser.userId)),
  }));

  registerEndpoint(account.setMyLanguage, async ({ body: { language }, currentUser, reply }) => {
    if (!parts.languages.includes(language))
      throw fieldError("language", `language must be one of ${parts.languages.join(", ")}`);
    const modifiedCount = await setLanguage(database, currentUser.userId, language);
    parts.readerLanguage.remember(reply, language);
    return { modifiedCount };
  });

  registerEndpoint(account.changePassword, async ({ body, currentUser }) => {
    await requireStrongPassword(body.newPassword, currentUser, "newPassword");
    const hash = await requirePassword(currentUser.userId, body.password);
    const newHash = await passwords.hash(body.newPassword);
    if (!(await changePassword(database, currentUser, { hash, newHash }))) throw apiError("wrongPassword");
    sessions.invalidateUser(currentUser.userId);
    return { success: true as const };
  });

  registerEndpoint(account.changeEmail, async ({ body: { email, password }, currentUser }) => {
    const hash = await requirePassword(currentUser.userId, password);
    // Whether another account has the address is visible only in its mailbox.
    if (!(await requestEmailChange(database, currentUser.userId, { email, hash }))) throw apiError("wrongPassword");
    return { success: true as const };
  });

  registerEndpoint(account.listMySessions, async ({ currentUser }) => {
    const sessions = await listUserSessions(database, currentUser.userId);
    return sessions.map((each) => ({ ...each, isCurrent: each._id === currentUser.sessionId }));
  });

  registerEndpoint(account.revokeMySession, async ({ params, currentUser }) => {
    if ((await endSessions(database, currentUser.userId, { only: params.id })) === 0) throw apiError("notFound");
    sessions.invalidateUser(currentUser.userId);
    return { modifiedCount: 1 };
  });

  registerEndpoint(account.revokeMyOtherSessions, async ({ currentUser }) => {
    const modifiedCount = await database.transaction((tx) =>
      endSessions(tx, currentUser.userId, { except: currentUser.sessionId }),
    );
    if (modifiedCount > 0) sessions.invalidateUser(currentUser.userId);
    return { modifiedCount };
  });

  registerEndpoint(account.exportMyData, async ({ currentUser }) => {
    const user = await findUserByEmail(database, currentUser.email);
    if (!user) throw apiError("sessionEnded");
    const data = await collectUserData(database, currentUser.userId, parts.hashAddress);
    return { exportedAt: new Date().toISOString(), user, ...data };
  });

  registerEndpoint(account.deleteMyAccount, async ({ body, currentUser }) => {
    if (body.email !== currentUser.email) throw fieldError("email", formErrors.email.other);
    const hash = await proveDeletion(currentUser, body.password);
    const deletion = await anonymizeAccount(database, currentUser, {
      hash,
      countedAddressKey: parts.countedAddressKey,
    });
    if (deletion === "lastAdmin") throw apiError("lastAdmin");
    if (deletion === "changed") throw apiError(hash === null ? "signInAgain" : "wrongPassword");
    await parts.afterDeletion(currentUser.userId);
    return { success: true as const };
  });

  /**
   * Requires the password, or a recent sign-in for accounts without one: an access token alone, which a script on the
   * page could read, must not delete an account. @returns the password's hash; null without one
   */
  async function proveDeletion({ userId, signedInAt }: CurrentUser, password: string): Promise<string | null> {
    const { hasPassword } = await findSignInMethods(database, userId);
    if (hasPassword) return requirePassword(userId, password);
    if (Date.now() - signedInAt >= RECENT_SIGN_IN_MINUTES * 60_000) throw apiError("signInAgain");
    return null;
  }

  /** Checks the password again before changes that can't be undone or would lock the owner out. @returns its hash */
  async function requirePassword(userId: string, password: string): Promise<string> {
    const hash = await findPasswordHash(database, userId);
    if (!hash) throw apiError("noPassword");
    await signInAttempts.guard(`account ${userId}`, async () => {
      if (!(await passwords.verify({ hash, password }))) throw apiError("wrongPassword");
    });
    return hash;
  }

  /**
   * Finds the proof, besides an email link, that the account belongs to the user of the link: a session in this browser,
   * or the password. The link alone proves only access to the mailbox, and a stranger may have entered that address.
   */
  async function proveOwnership(
    { userId, purpose }: { userId: string; purpose: Purpose },
    password: string | undefined,
    currentUser: CurrentUser | null,
  ): Promise<KeptAccess & { hash: string | null }> {
    if (currentUser?.userId === userId) return { signIn: true, sessionId: currentUser.sessionId, hash: null };
    if (password) return { signIn: true, hash: await requirePassword(userId, password) };
    // An account must not move to the address of a person who has no access to it.
    if (password === "" || purpose === "emailChange") throw apiError("ownerRequired");
    return { hash: null };
  }
}
