import { randomUUID } from "node:crypto";
import { type StoredRole, VERIFIED } from "@survey-app/contract/users.ts";
import type { Database } from "../database/database.ts";
import { tokenHash } from "../database/tokenHash.ts";

/** The sign-in library's provider id for passwords. */
export const PASSWORD_PROVIDER = "credential";

export async function hasAdmin({ db }: Database): Promise<boolean> {
  return (
    (await db.selectFrom("users").select("id").where("role", "=", "admin").limit(1).executeTakeFirst()) !== undefined
  );
}

/**
 * Inserts a user who signs in with a password, in the sign-in library's format.
 * @returns whether the user was inserted; false if the email address is taken
 */
export function insertPasswordUser(
  database: Database,
  user: {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean;
    role: StoredRole;
    passwordHash: string;
    photoUrl?: string | undefined;
  },
): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { db, dialect } = tx;
    const now = dialect.authInstant(Date.now());
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("users")
      .values({
        id: user.id,
        name: user.name,
        email: user.email,
        email_verified: dialect.authBoolean(user.emailVerified),
        photo_url: user.photoUrl ?? null,
        role: user.role,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column("email").doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return false;
    await insertPassword(tx, user.id, user.passwordHash);
    return true;
  });
}

/** Inserts a user's first password. */
export async function insertPassword({ db, dialect }: Database, userId: string, passwordHash: string): Promise<void> {
  const now = dialect.authInstant(Date.now());
  await db
    .insertInto("accounts")
    .values({
      id: randomUUID(),
      account_id: userId,
      provider_id: PASSWORD_PROVIDER,
      user_id: userId,
      password: passwordHash,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** The password hashes of those `emails` that can sign in with a password, ordered by address. */
export async function findPasswords(
  { db }: Database,
  emails: readonly string[],
): Promise<{ email: string; hash: string }[]> {
  const rows = await db
    .selectFrom("accounts")
    .innerJoin("users", "users.id", "accounts.user_id")
    .select(["users.email", "accounts.password as hash"])
    .where("users.email", "in", emails)
    .where("users.status", "=", VERIFIED)
    .where("accounts.provider_id", "=", PASSWORD_PROVIDER)
    .orderBy("users.email")
    .execute();
  return rows.flatMap(({ email, hash }) => (hash ? [{ email, hash }] : []));
}

/** The hash of the current password of an address; null without one. */
export async function findPasswordHashOf({ db }: Database, email: string): Promise<string | null> {
  const found = await db
    .selectFrom("accounts")
    .innerJoin("users", "users.id", "accounts.user_id")
    .select("accounts.password")
    .where("users.email", "=", email)
    .where("accounts.provider_id", "=", PASSWORD_PROVIDER)
    .executeTakeFirst();
  return found?.password ?? null;
}

/**
 * Ends a new session if the password has changed since it was compared: the change ended all sessions that existed at
 * that time, and this one was created a moment later. @returns whether the session may stay
 */
export function keepSession(
  database: Database,
  { userId, hash, token }: { userId: string; hash: string | null; token: string },
): Promise<boolean> {
  return database.transaction(async ({ db, dialect }) => {
    const now = await db
      .selectFrom("accounts")
      .select("password")
      .where("user_id", "=", userId)
      .where("provider_id", "=", PASSWORD_PROVIDER)
      // The lock waits for a change that is about to be committed.
      .$call(dialect.lock)
      .executeTakeFirst();
    if (now?.password === hash) return true;
    await db.deleteFrom("sessions").where("token", "=", tokenHash(token)).execute();
    return false;
  });
}
