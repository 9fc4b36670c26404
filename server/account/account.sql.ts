import { type Provider, provider } from "@survey-app/contract/session.ts";
import type { Database } from "../database/database.ts";
import { post } from "../mail/outbox.sql.ts";
import { endSessions } from "../session/devices.sql.ts";
import { insertPassword, PASSWORD_PROVIDER } from "../session/passwordUser.sql.ts";
import { type Link, voidLinks } from "./links.sql.ts";

/** How somebody can sign in. */
export interface WaysIn {
  emailVerified: boolean;
  hasPassword: boolean;
  providers: Provider[];
}

export async function findWaysIn({ db }: Database, userId: string): Promise<WaysIn> {
  const { email_verified } = await db
    .selectFrom("users")
    .select("email_verified")
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
    hasPassword: names.includes(PASSWORD_PROVIDER),
    providers: names.filter((name): name is Provider => provider.safeParse(name).success),
  };
}

/** The stored hash; null for accounts that have no password. */
export async function findPasswordHash({ db }: Database, userId: string): Promise<string | null> {
  const found = await db
    .selectFrom("accounts")
    .select("password")
    .where("user_id", "=", userId)
    .where("provider_id", "=", PASSWORD_PROVIDER)
    .executeTakeFirst();
  return found?.password ?? null;
}

/**
 * Sets a password. All sessions end but the one that may stay, links sent before are void, and the owner hears of it.
 * @param proven the address that a link was used from, if that is how it came: using it confirms the address
 */
export function setPassword(
  database: Database,
  userId: string,
  passwordHash: string,
  { keeping, proven }: { keeping?: string; proven?: string },
): Promise<void> {
  return database.transaction(async (tx) => {
    const { db, dialect } = tx;
    const { numUpdatedRows } = await db
      .updateTable("accounts")
      .set({ password: passwordHash, updated_at: dialect.authInstant(Date.now()) })
      .where("user_id", "=", userId)
      .where("provider_id", "=", PASSWORD_PROVIDER)
      .executeTakeFirstOrThrow();
    if (Number(numUpdatedRows) === 0) await insertPassword(tx, userId, passwordHash);
    const { name, email, email_verified } = await db
      .selectFrom("users")
      .select(["name", "email", "email_verified"])
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    if (proven === email && !email_verified) {
      // Somebody else may have made the account with this address, through a provider that does not confirm any: once
      // the address' owner proves it, that door is shut like the old password and the old sessions.
      await db
        .deleteFrom("accounts")
        .where("user_id", "=", userId)
        .where("provider_id", "!=", PASSWORD_PROVIDER)
        .execute();
      await db
        .updateTable("users")
        .set({ email_verified: dialect.authBoolean(true) })
        .where("id", "=", userId)
        .execute();
    }
    await endSessions(tx, userId, keeping === undefined ? {} : { except: keeping });
    await voidLinks(tx, userId);
    // Nobody confirmed any other address: it may be a stranger's.
    if (email_verified || proven === email) await post(tx, email, { kind: "passwordChanged", name });
  });
}

/** Confirms the address that a link was sent to, if it is still the account's. @returns whether it is */
export async function confirmEmail({ db, dialect }: Database, { userId, email }: Link): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set({ email_verified: dialect.authBoolean(true), updated_at: dialect.authInstant(Date.now()) })
    .where("id", "=", userId)
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) > 0;
}

/**
 * Gives an account the address that a link was sent to, and tells the old one.
 * @returns false when another account has it
 */
export async function moveEmail(tx: Database, { userId, email }: Link): Promise<boolean> {
  const { db, dialect } = tx;
  const taken = await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  if (taken) return taken.id === userId;
  const before = await db
    .selectFrom("users")
    .select(["name", "email", "email_verified"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable("users")
    .set({ email, email_verified: dialect.authBoolean(true), updated_at: dialect.authInstant(Date.now()) })
    .where("id", "=", userId)
    .execute();
  await voidLinks(tx, userId);
  if (before.email_verified) await post(tx, before.email, { kind: "emailChanged", name: before.name, newEmail: email });
  return true;
}
