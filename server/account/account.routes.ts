import * as account from "@survey-app/contract/account.ts";
import { DELETION_SIGN_IN_MINUTES } from "@survey-app/contract/account.ts";
import type { Caller } from "../database/currentUser.ts";
import type { MainDatabase } from "../database/database.ts";
import { isAboutTheRows } from "../database/unavailable.ts";
import { refuse, refuseField } from "../http/apiError.ts";
import type { Serve } from "../http/endpoints.ts";
import { post } from "../mail/outbox.sql.ts";
import { endSessions, listDevices } from "../session/userSessions.sql.ts";
import { findUserByEmail } from "../users/users.sql.ts";
import {
  changePassword,
  confirmEmail,
  findPasswordHash,
  findWaysIn,
  moveEmail,
  requestEmailChange,
  resetPassword,
} from "./account.sql.ts";
import { emptyAccount } from "./deletion.sql.ts";
import { collectData } from "./export.sql.ts";
import { findLink, makeLink, type Purpose, spendLink } from "./links.sql.ts";
import type { Kept } from "./proof.sql.ts";

/** What a link to `verifyEmail` is for. */
const VERIFYING = ["emailVerification", "emailChange"] as const;

/** What the session noun lends. */
export interface AccountParts {
  /** Makes what was known of a user's sessions count no more, at once. */
  forgetUser(userId: string): void;
  /** Who is signed in in the browser that sends this cookie. */
  callerByCookie(cookie: string | undefined): Promise<Caller | null>;
  /** Invalidates the public answers that show a user's name or address, after it has changed. */
  invalidateNaming(userId: string): Promise<void>;
  /** Deletes the uploads of somebody that no survey shows. */
  removeImagesOf(userId: string): Promise<void>;
  /** Cancels the payments that somebody started and did not finish. */
  cancelPaymentsOf(userId: string): Promise<void>;
  hashPassword(password: string): Promise<string>;
  verifyPassword(stored: { hash: string; password: string }): Promise<boolean>;
  /** Refuses passwords that guessers would find. */
  demandStrong(password: string, owner: { name: string; email: string }, field: string): Promise<void>;
  /** Runs an attempt to enter a password, and holds back whoever makes too many wrong ones. */
  guard<T>(key: string, attempt: () => Promise<T>): Promise<T>;
  /** Whoever has just proven that an account is theirs is not kept out of it by what others try. */
  trust(by: { email: string; ip: string }): Promise<void>;
}

export function serveAccount(serve: Serve, database: MainDatabase, parts: AccountParts): void {
  const { forgetUser, invalidateNaming, hashPassword, demandStrong } = parts;

  // The same work whether there is such an account: that is found out when the mail is written.
  serve(account.requestPasswordReset, async ({ body }) => {
    await post(database, body.email, { kind: "passwordReset" });
    return { success: true as const };
  });

  serve(account.resetPassword, async ({ body, request }) => {
    const owner = await findLink(database, body.token, ["passwordReset"]);
    if (!owner) throw refuse("linkSpent");
    // Only now: who has no link learns nothing about anybody's name, and has nobody asked. A refused try leaves the link.
    await demandStrong(body.newPassword, owner, "newPassword");
    const passwordHash = await hashPassword(body.newPassword);
    const { userId, email } = await database.transaction(async (tx) => {
      const link = await spendLink(tx, body.token, ["passwordReset"]);
      if (!link || !(await resetPassword(tx, link, passwordHash))) throw refuse("linkSpent");
      return link;
    });
    request.actor = userId;
    forgetUser(userId);
    await parts.trust({ email, ip: request.ip });
    return { success: true as const };
  });

  serve(account.verifyEmail, async ({ body, caller, request }) => {
    const found = await findLink(database, body.token, VERIFYING);
    if (!found) throw refuse("linkSpent");
    const proof = await proofOf(
      found,
      body.password ?? undefined,
      caller ?? (await parts.callerByCookie(request.headers.cookie)),
    );
    const spending = database.transaction(async (tx) => {
      const spent = await spendLink(tx, body.token, VERIFYING);
      if (!spent) throw refuse("linkSpent");
      const { hash, ...kept } = proof;
      if (hash !== null && (await findPasswordHash(tx, spent.userId)) !== hash) throw refuse("wrongPassword");
      if (spent.purpose === "emailChange") {
        if (!(await moveEmail(tx, spent, kept))) throw refuse("emailTaken");
      } else if (!(await confirmEmail(tx, spent, kept))) throw refuse("linkSpent");
      // Who can't sign in now has just proven to be who may set a password.
      const { hasPassword, providers } = await findWaysIn(tx, spent.userId);
      const isLocked = !hasPassword && providers.length === 0;
      return { ...spent, passwordToken: isLocked ? await makeLink(tx, { ...spent, purpose: "passwordReset" }) : null };
    });
    // Two accounts can ask for one address in one moment.
    const { userId, email, purpose, passwordToken } = await spending.catch((error: unknown) => {
      throw isAboutTheRows(error) ? refuse("emailTaken") : error;
    });
    request.actor = userId;
    forgetUser(userId);
    if (purpose === "emailChange") await invalidateNaming(userId);
    return { email, passwordToken };
  });

  serve(account.requestVerification, async ({ caller }) => {
    const { emailVerified } = await findWaysIn(database, caller.userId);
    if (emailVerified) throw refuse("alreadySo");
    await post(database, caller.email, { kind: "emailVerification", userId: caller.userId });
    return { success: true as const };
  });

  serve(account.get, async ({ caller }) => ({
    email: caller.email,
    ...(await findWaysIn(database, caller.userId)),
  }));

  serve(account.changePassword, async ({ body, caller }) => {
    await demandStrong(body.newPassword, caller, "newPassword");
    const hash = await demandPassword(caller.userId, body.password);
    const newHash = await hashPassword(body.newPassword);
    if (!(await changePassword(database, caller, { hash, newHash }))) throw refuse("wrongPassword");
    forgetUser(caller.userId);
    return { success: true as const };
  });

  serve(account.changeEmail, async ({ body: { email, password }, caller }) => {
    const hash = await demandPassword(caller.userId, password);
    // Whether the address is somebody else's shows only to who reads its mail.
    if (!(await requestEmailChange(database, caller.userId, { email, hash }))) throw refuse("wrongPassword");
    return { success: true as const };
  });

  serve(account.devices, async ({ caller }) => {
    const devices = await listDevices(database, caller.userId);
    return devices.map((device) => ({ ...device, isCurrent: device._id === caller.sessionId }));
  });

  serve(account.endDevice, async ({ params, caller }) => {
    if ((await endSessions(database, caller.userId, { only: params.id })) === 0) throw refuse("notFound");
    forgetUser(caller.userId);
    return { modifiedCount: 1 };
  });

  serve(account.endOtherDevices, async ({ caller }) => {
    const modifiedCount = await endSessions(database, caller.userId, { except: caller.sessionId });
    if (modifiedCount > 0) forgetUser(caller.userId);
    return { modifiedCount };
  });

  serve(account.exportData, async ({ caller }) => {
    const user = await findUserByEmail(database, caller.email);
    if (!user) throw refuse("sessionEnded");
    return { exportedAt: new Date().toISOString(), user, ...(await collectData(database, caller.userId)) };
  });

  serve(account.deleteAccount, async ({ body, caller }) => {
    if (body.email !== caller.email) throw refuseField("email", "That is not your e-mail address");
    const hash = await proveDeletion(caller, body.password);
    const deletion = await emptyAccount(database, caller, hash);
    if (deletion === "lastAdmin") throw refuse("lastAdmin");
    if (deletion === "changed") throw refuse(hash === null ? "signInAgain" : "wrongPassword");
    forgetUser(caller.userId);
    await invalidateNaming(caller.userId);
    await parts.removeImagesOf(caller.userId);
    // Another window may still be open on the card form.
    await parts.cancelPaymentsOf(caller.userId);
    return { success: true as const };
  });

  /** A token alone, which a script on the page could read, deletes nothing. @returns the password's hash; null without one */
  async function proveDeletion({ userId, signedInAt }: Caller, password: string): Promise<string | null> {
    const { hasPassword } = await findWaysIn(database, userId);
    if (hasPassword) return demandPassword(userId, password);
    if (Date.now() - signedInAt >= DELETION_SIGN_IN_MINUTES * 60_000) throw refuse("signInAgain");
    return null;
  }

  /** The password of an account, again, before what can't be undone or would lock the owner out. @returns its hash */
  async function demandPassword(userId: string, password: string): Promise<string> {
    const hash = await findPasswordHash(database, userId);
    if (!hash) throw refuse("noPassword");
    await parts.guard(`account ${userId}`, async () => {
      if (!(await parts.verifyPassword({ hash, password }))) throw refuse("wrongPassword");
    });
    return hash;
  }

  /**
   * What somebody who uses a link that was mailed to them shows besides: that the account is theirs, too. By a session in
   * this browser, or by the password. Without that, they read the mail of an address that somebody else may have given.
   */
  async function proofOf(
    { userId, purpose }: { userId: string; purpose: Purpose },
    password: string | undefined,
    caller: Caller | null,
  ): Promise<Kept & { hash: string | null }> {
    if (caller?.userId === userId) return { signIn: true, sessionId: caller.sessionId, hash: null };
    if (password) return { signIn: true, hash: await demandPassword(userId, password) };
    // An account never moves to the address of somebody who does not know it.
    if (password === "" || purpose === "emailChange") throw refuse("ownerRequired");
    return { hash: null };
  }
}
