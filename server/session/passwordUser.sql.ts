import { randomUUID } from "node:crypto";
import { type StoredRole, VERIFIED } from "@survey-app/contract/users.ts";
import type { Database } from "../database/database.ts";

/** What the sign-in library calls signing in by password. */
export const PASSWORD_PROVIDER = "credential";

export async function hasAdmin({ db }: Database): Promise<boolean> {
  return (
    (await db.selectFrom("users").select("id").where("role", "=", "admin").limit(1).executeTakeFirst()) !== undefined
  );
}

/**
 * A user who signs in by password, as the sign-in library stores them.
 * @returns whether it was made; false when the e-mail address is taken
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

/** A user's first password. */
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

/** The stored password hashes of those of these addresses who can sign in by one. */
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
