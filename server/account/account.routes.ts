import * as account from "@survey-app/contract/account/account.ts";
import { RECENT_SIGN_IN_MINUTES } from "@survey-app/contract/http/endpoint.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import type { MainDatabase } from "../database/database.ts";
import { apiError, fieldError } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { languageOfSender } from "../http/readerLanguage.ts";
import type { CountedAddressKey, HashAddress } from "../mail/addressHash.ts";
import { endSessions, listUserSessions } from "../session/session.sql.ts";
import type { SignInParts } from "../session/signInParts.ts";
import { findUserByEmail } from "../users/users.sql.ts";
import { changePassword, findSignInMethods, requestEmailChange, setLanguage } from "./account.sql.ts";
import { anonymizeAccount, removeLeftComments } from "./deletion.sql.ts";
import { collectUserData } from "./export.sql.ts";
import type { RequirePassword } from "./passwordCheck.ts";

/** The parts that other features provide. */
export interface AccountParts extends SignInParts {
  requirePassword: RequirePassword;
  /**
   * Invalidates the responses that show a deleted user, deletes uploads that no survey shows, and cancels unfinished
   * payments.
   */
  afterDeletion(userId: string): Promise<void>;
  /** Hashes an address in the form in which addresses that refused invitations are stored. */
  hashAddress: HashAddress;
  countedAddressKey: CountedAddressKey;
  /** The languages that this installation offers. */
  languages: readonly Language[];
}

export function serveAccount(registerEndpoint: RegisterEndpoint, database: MainDatabase, parts: AccountParts): void {
  const { sessions, passwords, requirePassword } = parts;
  const { requireStrongPassword } = parts.passwordStrength;

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

  registerEndpoint(account.changeEmail, async ({ body: { email, password }, currentUser, request }) => {
    const hash = await requirePassword(currentUser.userId, password);
    // Only the mailbox of the address learns whether another account has it.
    const change = { email, hash, language: languageOfSender(request) };
    if (!(await requestEmailChange(database, currentUser.userId, change))) throw apiError("wrongPassword");
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
      registration: parts.registration,
    });
    if (deletion === "lastAdmin") throw apiError("lastAdmin");
    if (deletion === "changed") throw apiError(hash === null ? "signInAgain" : "wrongPassword");
    await parts.afterDeletion(currentUser.userId);
    await removeLeftComments(database, currentUser.userId);
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
}
