import * as account from "@survey-app/contract/account.ts";
import type { MainDatabase } from "../database/database.ts";
import { isAboutTheRows } from "../database/unavailable.ts";
import type { Caller } from "../http/caller.ts";
import { refuse, refuseField } from "../http/refuse.ts";
import type { Serve } from "../http/serve.ts";
import { post } from "../mail/outbox.sql.ts";
import { endSessions, listDevices } from "../session/devices.sql.ts";
import { findUserByEmail } from "../users/users.sql.ts";
import { confirmEmail, findPasswordHash, findWaysIn, moveEmail, setPassword } from "./account.sql.ts";
import { emptyAccount } from "./deletion.sql.ts";
import { collectData } from "./export.sql.ts";
import { findLinkOwner, spendLink } from "./links.sql.ts";

/** What the session noun lends. */
export interface AccountParts {
  /** Makes what was known of a user's sessions count no more, at once. */
  forgetUser(userId: string): void;
  /** Invalidates the public answers that show a user's name or address, after it has changed. */
  invalidateNaming(userId: string): Promise<void>;
  /** Deletes the uploads of somebody that no survey shows. */
  removeImagesOf(userId: string): Promise<void>;
  hashPassword(password: string): Promise<string>;
  verifyPassword(stored: { hash: string; password: string }): Promise<boolean>;
  /** Refuses passwords that guessers would find. */
  demandStrong(password: string, owner: { name: string; email: string }, field: string): Promise<void>;
  /** Runs an attempt to enter a password, and holds back whoever makes too many wrong ones. */
  guard<T>(key: string, attempt: () => Promise<T>): Promise<T>;
}

export function serveAccount(serve: Serve, database: MainDatabase, parts: AccountParts): void {
  const { forgetUser, invalidateNaming, hashPassword, demandStrong } = parts;

  // The same work whether there is such an account: that is found out when the mail is written.
  serve(account.requestPasswordReset, async ({ body }) => {
    await post(database, body.email, { kind: "passwordReset" });
    return { success: true as const };
  });

  serve(account.resetPassword, async ({ body, request }) => {
    const owner = await findLinkOwner(database, body.token, "passwordReset");
    if (!owner) throw refuse("linkSpent");
    // Only now: who has no link learns nothing about anybody's name, and has nobody asked. A refused try leaves the link.
    await demandStrong(body.newPassword, owner, "newPassword");
    const passwordHash = await hashPassword(body.newPassword);
    const userId = await database.transaction(async (tx) => {
      const link = await spendLink(tx, body.token, ["passwordReset"]);
      if (!link) throw refuse("linkSpent");
      await setPassword(tx, link.userId, passwordHash, { proven: link.email });
      return link.userId;
    });
    request.actor = userId;
    forgetUser(userId);
    return { success: true as const };
  });

  serve(account.verifyEmail, async ({ body, request }) => {
    const spending = database.transaction(async (tx) => {
      const spent = await spendLink(tx, body.token, ["emailVerification", "emailChange"]);
      if (!spent) throw refuse("linkSpent");
      if (spent.purpose === "emailChange") {
        if (!(await moveEmail(tx, spent))) throw refuse("emailTaken");
      } else if (!(await confirmEmail(tx, spent))) throw refuse("linkSpent");
      return spent;
    });
    // Two accounts can ask for one address in one moment.
    const link = await spending.catch((error: unknown) => {
      throw isAboutTheRows(error) ? refuse("emailTaken") : error;
    });
    request.actor = link.userId;
    forgetUser(link.userId);
    if (link.purpose === "emailChange") await invalidateNaming(link.userId);
    return { email: link.email };
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
    await demandPassword(caller, body.password);
    const passwordHash = await hashPassword(body.newPassword);
    await setPassword(database, caller.userId, passwordHash, { keeping: caller.sessionId });
    forgetUser(caller.userId);
    return { success: true as const };
  });

  serve(account.changeEmail, async ({ body, caller }) => {
    await demandPassword(caller, body.password);
    // Whether the address is somebody else's shows only to who reads its mail.
    await post(database, body.email, { kind: "emailChange", userId: caller.userId });
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
    const { hasPassword } = await findWaysIn(database, caller.userId);
    if (hasPassword) await demandPassword(caller, body.password);
    if (!(await emptyAccount(database, caller.userId))) throw refuse("lastAdmin");
    forgetUser(caller.userId);
    await invalidateNaming(caller.userId);
    await parts.removeImagesOf(caller.userId);
    return { success: true as const };
  });

  /** The caller's own password, again, before what can't be undone or would lock the owner out. */
  async function demandPassword({ userId }: Caller, password: string): Promise<void> {
    const hash = await findPasswordHash(database, userId);
    if (!hash) throw refuse("noPassword");
    await parts.guard(`account ${userId}`, async () => {
      if (!(await parts.verifyPassword({ hash, password }))) throw refuse("wrongPassword");
    });
  }
}
