import * as account from "@survey-app/contract/account.ts";
import { DELETION_SIGN_IN_MINUTES } from "@survey-app/contract/account.ts";
import type { CurrentUser } from "../database/currentUser.ts";
import type { MainDatabase } from "../database/database.ts";
import { isAboutTheRows } from "../database/unavailable.ts";
import { apiError, fieldError } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { endSessions, listUserSessions } from "../session/userSessions.sql.ts";
import { findUserByEmail } from "../users/users.sql.ts";
import {
  changePassword,
  confirmEmail,
  findPasswordHash,
  findSignInMethods,
  moveEmail,
  requestEmailChange,
  resetPassword,
} from "./account.sql.ts";
import { anonymizeAccount } from "./deletion.sql.ts";
import { collectUserData } from "./export.sql.ts";
import { consumeLink, createLink, findLink, type Purpose } from "./links.sql.ts";
import type { Kept } from "./proof.sql.ts";

/** What a link to `verifyEmail` is for. */
const VERIFYING = ["emailVerification", "emailChange"] as const;

/** What the session noun lends. */
export interface AccountParts {
  /** Makes what was known of a user's sessions count no more, at once. */
  invalidateUser(userId: string): void;
  /** Who is signed in in the browser that sends this cookie. */
  userByCookie(cookie: string | undefined): Promise<CurrentUser | null>;
  /** Invalidates the public answers that show a user's name or address, after it has changed. */
  invalidateNaming(userId: string): Promise<void>;
  /** Deletes the uploads of somebody that no survey shows. */
  removeImagesOf(userId: string): Promise<void>;
  /** Cancels the payments that somebody started and did not finish. */
  cancelPaymentsOf(userId: string): Promise<void>;
  hashPassword(password: string): Promise<string>;
  verifyPassword(stored: { hash: string; password: string }): Promise<boolean>;
  /** Refuses passwords that guessers would find. */
  requireStrongPassword(password: string, owner: { name: string; email: string }, field: string): Promise<void>;
  /** Runs an attempt to enter a password, and holds back whoever makes too many wrong ones. */
  guard<T>(key: string, attempt: () => Promise<T>): Promise<T>;
  /** Whoever has just proven that an account is theirs is not kept out of it by what others try. */
  trust(by: { email: string; ip: string }): Promise<void>;
}

export function serveAccount(registerEndpoint: RegisterEndpoint, database: MainDatabase, parts: AccountParts): void {
  const { invalidateUser, invalidateNaming, hashPassword, requireStrongPassword } = parts;

  // The same work whether there is such an account: that is found out when the mail is written.
  registerEndpoint(account.requestPasswordReset, async ({ body }) => {
    await enqueueEmail(database, body.email, { kind: "passwordReset" });
    return { success: true as const };
  });

  registerEndpoint(account.resetPassword, async ({ body, request }) => {
    const owner = await findLink(database, body.token, ["passwordReset"]);
    if (!owner) throw apiError("linkSpent");
    // Only now: who has no link learns nothing about anybody's name, and has nobody asked. A refused try leaves the link.
    await requireStrongPassword(body.newPassword, owner, "newPassword");
    const passwordHash = await hashPassword(body.newPassword);
    const { userId, email } = await database.transaction(async (tx) => {
      const link = await consumeLink(tx, body.token, ["passwordReset"]);
      if (!link || !(await resetPassword(tx, link, passwordHash))) throw apiError("linkSpent");
      return link;
    });
    request.actor = userId;
    invalidateUser(userId);
    await parts.trust({ email, ip: request.ip });
    return { success: true as const };
  });

  registerEndpoint(account.verifyEmail, async ({ body, currentUser, request }) => {
    const found = await findLink(database, body.token, VERIFYING);
    if (!found) throw apiError("linkSpent");
    const proof = await proveOwnership(
      found,
      body.password ?? undefined,
      currentUser ?? (await parts.userByCookie(request.headers.cookie)),
    );
    const spending = database.transaction(async (tx) => {
      const spent = await consumeLink(tx, body.token, VERIFYING);
      if (!spent) throw apiError("linkSpent");
      const { hash, ...kept } = proof;
      if (hash !== null && (await findPasswordHash(tx, spent.userId)) !== hash) throw apiError("wrongPassword");
      if (spent.purpose === "emailChange") {
        if (!(await moveEmail(tx, spent, kept))) throw apiError("emailTaken");
      } else if (!(await confirmEmail(tx, spent, kept))) throw apiError("linkSpent");
      // Who can't sign in now has just proven to be who may set a password.
      const { hasPassword, providers } = await findSignInMethods(tx, spent.userId);
      const isLocked = !hasPassword && providers.length === 0;
      return {
        ...spent,
        passwordToken: isLocked ? await createLink(tx, { ...spent, purpose: "passwordReset" }) : null,
      };
    });
    // Two accounts can ask for one address in one moment.
    const { userId, email, purpose, passwordToken } = await spending.catch((error: unknown) => {
      throw isAboutTheRows(error) ? apiError("emailTaken") : error;
    });
    request.actor = userId;
    invalidateUser(userId);
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

  registerEndpoint(account.changePassword, async ({ body, currentUser }) => {
    await requireStrongPassword(body.newPassword, currentUser, "newPassword");
    const hash = await requirePassword(currentUser.userId, body.password);
    const newHash = await hashPassword(body.newPassword);
    if (!(await changePassword(database, currentUser, { hash, newHash }))) throw apiError("wrongPassword");
    invalidateUser(currentUser.userId);
    return { success: true as const };
  });

  registerEndpoint(account.changeEmail, async ({ body: { email, password }, currentUser }) => {
    const hash = await requirePassword(currentUser.userId, password);
    // Whether the address is somebody else's shows only to who reads its mail.
    if (!(await requestEmailChange(database, currentUser.userId, { email, hash }))) throw apiError("wrongPassword");
    return { success: true as const };
  });

  registerEndpoint(account.listMySessions, async ({ currentUser }) => {
    const devices = await listUserSessions(database, currentUser.userId);
    return devices.map((device) => ({ ...device, isCurrent: device._id === currentUser.sessionId }));
  });

  registerEndpoint(account.revokeMySession, async ({ params, currentUser }) => {
    if ((await endSessions(database, currentUser.userId, { only: params.id })) === 0) throw apiError("notFound");
    invalidateUser(currentUser.userId);
    return { modifiedCount: 1 };
  });

  registerEndpoint(account.revokeMyOtherSessions, async ({ currentUser }) => {
    const modifiedCount = await endSessions(database, currentUser.userId, { except: currentUser.sessionId });
    if (modifiedCount > 0) invalidateUser(currentUser.userId);
    return { modifiedCount };
  });

  registerEndpoint(account.exportMyData, async ({ currentUser }) => {
    const user = await findUserByEmail(database, currentUser.email);
    if (!user) throw apiError("sessionEnded");
    return { exportedAt: new Date().toISOString(), user, ...(await collectUserData(database, currentUser.userId)) };
  });

  registerEndpoint(account.deleteMyAccount, async ({ body, currentUser }) => {
    if (body.email !== currentUser.email) throw fieldError("email", "That is not your e-mail address");
    const hash = await proveDeletion(currentUser, body.password);
    const deletion = await anonymizeAccount(database, currentUser, hash);
    if (deletion === "lastAdmin") throw apiError("lastAdmin");
    if (deletion === "changed") throw apiError(hash === null ? "signInAgain" : "wrongPassword");
    invalidateUser(currentUser.userId);
    await invalidateNaming(currentUser.userId);
    await parts.removeImagesOf(currentUser.userId);
    // Another window may still be open on the card form.
    await parts.cancelPaymentsOf(currentUser.userId);
    return { success: true as const };
  });

  /** A token alone, which a script on the page could read, deletes nothing. @returns the password's hash; null without one */
  async function proveDeletion({ userId, signedInAt }: CurrentUser, password: string): Promise<string | null> {
    const { hasPassword } = await findSignInMethods(database, userId);
    if (hasPassword) return requirePassword(userId, password);
    if (Date.now() - signedInAt >= DELETION_SIGN_IN_MINUTES * 60_000) throw apiError("signInAgain");
    return null;
  }

  /** The password of an account, again, before what can't be undone or would lock the owner out. @returns its hash */
  async function requirePassword(userId: string, password: string): Promise<string> {
    const hash = await findPasswordHash(database, userId);
    if (!hash) throw apiError("noPassword");
    await parts.guard(`account ${userId}`, async () => {
      if (!(await parts.verifyPassword({ hash, password }))) throw apiError("wrongPassword");
    });
    return hash;
  }

  /**
   * What somebody who uses a link that was mailed to them shows besides: that the account is theirs, too. By a session in
   * this browser, or by the password. Without that, they read the mail of an address that somebody else may have given.
   */
  async function proveOwnership(
    { userId, purpose }: { userId: string; purpose: Purpose },
    password: string | undefined,
    currentUser: CurrentUser | null,
  ): Promise<Kept & { hash: string | null }> {
    if (currentUser?.userId === userId) return { signIn: true, sessionId: currentUser.sessionId, hash: null };
    if (password) return { signIn: true, hash: await requirePassword(userId, password) };
    // An account never moves to the address of somebody who does not know it.
    if (password === "" || purpose === "emailChange") throw apiError("ownerRequired");
    return { hash: null };
  }
}
