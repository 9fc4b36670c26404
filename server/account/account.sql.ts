import { type Provider, provider } from "@survey-app/contract/session/session.ts";
import { DELETED } from "@survey-app/contract/users/users.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import type { Database } from "../database/database.ts";
import { readLanguage } from "../database/readLanguage.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { invalidateLinks, type Link } from "../mail/links.sql.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import {
  findPasswordHash,
  findUserIdByEmail,
  lockUser,
  PASSWORD_PROVIDER,
  setPassword,
} from "../session/accounts.sql.ts";
import { type KeptAccess, proveAddress } from "../session/proof.sql.ts";
import { endSessions } from "../session/session.sql.ts";

export interface SignInMethods {
  emailVerified: boolean;
  hasPassword: boolean;
  hasPasskey: boolean;
  providers: Provider[];
  /** Null until the user chose one or signed in from a page. */
  language: Language | null;
}

export async function findSignInMethods({ db }: Database, userId: string): Promise<SignInMethods> {
  const { email_verified, hasPasskey, language } = await db
    .selectFrom("users")
    .select(({ exists, selectFrom }) => [
      "email_verified",
      "language",
      exists(selectFrom("passkeys").select("passkeys.id").whereRef("passkeys.user_id", "=", "users.id")).as(
        "hasPasskey",
      ),
    ])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const accounts = await db
    .selectFrom("accounts")
    .select("provider_id")
    .where("user_id", "=", userId)
    .orderBy("provider_id")
    .execute();
  const names = accounts.map(({ provider_id }) => provider_id);
  return {
    emailVerified: Boolean(email_verified),
    hasPasskey: Boolean(hasPasskey),
    language: readLanguage(language),
    hasPassword: names.includes(PASSWORD_PROVIDER),
    providers: names.filter((name): name is Provider => provider.safeParse(name).success),
  };
}

/**
 * Sets a new password for a user who typed the current one. Ends all other sessions, invalidates all email links and
 * notifies the owner by email.
 * @returns false, without a change, if the password has changed since it was compared
 */
export function changePassword(
  database: Database,
  { userId, sessionId }: CurrentUser,
  { hash, newHash }: { hash: string; newHash: string },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if ((await findPasswordHash(tx, userId)) !== hash) return false;
    await setPassword(tx, userId, newHash);
    await endSessions(tx, userId, { except: sessionId });
    await invalidateLinks(tx, userId);
    // An unconfirmed address may belong to a stranger.
    if (user.email_verified) await enqueueEmail(tx, user.email, { kind: "passwordChanged" });
    return true;
  });
}

/**
 * Sets a new password for the user of a link that was sent to the account's address, which proves that they read its
 * mail. Ends all sessions, invalidates all other links and notifies the owner by email.
 * @returns false if the account's address has changed in the meantime
 */
export async function resetPassword(
  tx: Database,
  { userId, email }: Link,
  { newHash, language }: { newHash: string; language: Language | null },
): Promise<boolean> {
  const user = await lockUser(tx, userId);
  if (user.email !== email) return false;
  await proveAddress(tx, user, { setsPassword: true, language });
  await setPassword(tx, userId, newHash);
  await endSessions(tx, userId);
  await invalidateLinks(tx, userId);
  await enqueueEmail(tx, email, { kind: "passwordChanged" });
  return true;
}

/**
 * Enqueues the email whose link moves an account to another address, for a user who typed the password.
 * @returns false if the password has changed since it was compared
 */
export function requestEmailChange(
  database: Database,
  userId: string,
  { email, hash, language }: { email: string; hash: string; language: Language | null },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    await lockUser(tx, userId);
    if ((await findPasswordHash(tx, userId)) !== hash) return false;
    await enqueueEmail(tx, email, { kind: "emailChange", userId, language });
    return true;
  });
}

/** Confirms the address that a link was sent to, if it still is the account's. @returns whether it is */
export async function confirmEmail(tx: Database, { userId, email }: Link, kept: KeptAccess): Promise<boolean> {
  const user = await lockUser(tx, userId);
  if (user.email !== email) return false;
  await proveAddress(tx, user, kept);
  return true;
}

/**
 * Sets the account's address to the one that a link was sent to, and notifies the old address by email.
 * @returns false if another account has it
 */
export async function moveEmail(tx: Database, { userId, email }: Link, kept: KeptAccess): Promise<boolean> {
  const { db } = tx;
  const user = await lockUser(tx, userId);
  const existing = await findUserIdByEmail(tx, email);
  if (existing !== null && existing !== userId) return false;
  await proveAddress(tx, { ...user, email }, kept);
  if (existing !== null) return true;
  await db.updateTable("users").set({ email, updated_at: Date.now() }).where("id", "=", userId).execute();
  await invalidateLinks(tx, userId);
  if (user.email_verified) await enqueueEmail(tx, user.email, { kind: "emailChanged", newEmail: email });
  return true;
}

/** Stores the language of a user's pages and emails. @returns how many users were changed */
export async function setLanguage({ db }: Database, userId: string, language: Language): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set({ language })
    .where("id", "=", userId)
    .where("status", "!=", DELETED)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
