import { randomUUID } from "node:crypto";
import type { Provider } from "@survey-app/contract/session/session.ts";
import { type StoredRole, VERIFIED } from "@survey-app/contract/users/users.ts";
import type { Database } from "../database/database.ts";
import { storedFold } from "../database/foldText.ts";
import { apiError } from "../http/apiError.ts";

/** The provider id of passwords; their subject is the user's id. */
export const PASSWORD_PROVIDER = "credential";

/** A sign-in method of a user: an identity at a provider, or the password. */
export interface AccountKey {
  provider: string;
  subject: string;
}

export interface NewUser {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  role: StoredRole;
  photoUrl?: string | null | undefined;
}

export async function hasAdmin({ db }: Database): Promise<boolean> {
  return (
    (await db.selectFrom("users").select("id").where("role", "=", "admin").limit(1).executeTakeFirst()) !== undefined
  );
}

/**
 * Reads a user and locks the row until the transaction ends: changes of password, address or identities wait for it.
 */
export function lockUser({ db, dialect }: Database, userId: string) {
  return (
    db
      .selectFrom("users")
      .select([
        "id",
        "email",
        "email_verified",
        "is_guest",
        "name",
        "photo_url",
        "role",
        "status",
        "credential_version",
        "passkey_handle",
        "language",
      ])
      .where("id", "=", userId)
      .$call(dialect.lock)
      // A guest can be deleted after the request was let in.
      .executeTakeFirstOrThrow(() => apiError("sessionEnded"))
  );
}

export type LockedUser = Awaited<ReturnType<typeof lockUser>>;

/** A user with an account that isn't blocked, deleted or a guest's. */
export type ActiveUser = LockedUser & { email: string };

/** Whether a user may sign in. */
export const isActive = (user: LockedUser): user is ActiveUser => user.status === VERIFIED && user.email !== null;

/**
 * Inserts a user without a sign-in method.
 * @returns whether the user was inserted; false if the email address is taken
 */
export async function insertUser({ db }: Database, user: NewUser): Promise<boolean> {
  const now = Date.now();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("users")
    .values({
      id: user.id,
      name: user.name,
      folded: storedFold(user.name),
      email: user.email,
      email_verified: Number(user.emailVerified),
      photo_url: user.photoUrl ?? null,
      role: user.role,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .executeTakeFirstOrThrow();
  return Boolean(numInsertedOrUpdatedRows);
}

/**
 * Inserts a user who signs in with a password.
 * @returns whether the user was inserted; false if the email address is taken
 */
export function insertPasswordUser(database: Database, user: NewUser & { passwordHash: string }): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await insertUser(tx, user))) return false;
    await setPassword(tx, user.id, user.passwordHash);
    return true;
  });
}

/** Sets a user's password, also the first one. */
export async function setPassword({ db }: Database, userId: string, passwordHash: string): Promise<void> {
  const change = { password: passwordHash, updated_at: Date.now() };
  await db
    .insertInto("accounts")
    .values({ ...newAccount(userId, { provider: PASSWORD_PROVIDER, subject: userId }), ...change })
    .onConflict((conflict) => conflict.columns(["provider_id", "account_id"]).doUpdateSet(change))
    .execute();
}

/** Inserts an identity at a provider. @throws if it belongs to a user already */
export async function insertIdentity({ db }: Database, userId: string, key: AccountKey): Promise<void> {
  await db.insertInto("accounts").values(newAccount(userId, key)).execute();
}

function newAccount(userId: string, { provider, subject }: AccountKey) {
  const now = Date.now();
  return {
    id: randomUUID(),
    account_id: subject,
    provider_id: provider,
    user_id: userId,
    password: null,
    created_at: now,
    updated_at: now,
  };
}

/** @returns the id of the user who signs in with this method; null without one */
export async function findUserByIdentity({ db }: Database, { provider, subject }: AccountKey): Promise<string | null> {
  const found = await db
    .selectFrom("accounts")
    .select("user_id")
    .where("provider_id", "=", provider)
    .where("account_id", "=", subject)
    .executeTakeFirst();
  return found?.user_id ?? null;
}

/** Whether a user signs in with a provider. */
export async function hasIdentityAt({ db }: Database, userId: string, provider: Provider): Promise<boolean> {
  const found = db
    .selectFrom("accounts")
    .select("id")
    .where("user_id", "=", userId)
    .where("provider_id", "=", provider);
  return (await found.executeTakeFirst()) !== undefined;
}

/** @returns the id of the user who has this email address, confirmed or not; null without one */
export async function findUserIdByEmail({ db }: Database, email: string | null): Promise<string | null> {
  const found = await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  return found?.id ?? null;
}

/** The password's hash; null for accounts without a password. */
export async function findPasswordHash({ db }: Database, userId: string): Promise<string | null> {
  const found = await db
    .selectFrom("accounts")
    .select("password")
    .where("user_id", "=", userId)
    .where("provider_id", "=", PASSWORD_PROVIDER)
    .executeTakeFirst();
  return found?.password ?? null;
}

/** The users with one of these addresses who have a password, ordered by address. */
export async function findPasswords(
  { db }: Database,
  emails: readonly string[],
): Promise<{ userId: string; email: string; status: string; hash: string }[]> {
  const rows = await db
    .selectFrom("accounts")
    .innerJoin("users", "users.id", "accounts.user_id")
    .select(["users.id as userId", "users.email", "users.status", "accounts.password as hash"])
    .where("users.email", "in", emails)
    .$narrowType<{ email: string }>()
    .where("accounts.provider_id", "=", PASSWORD_PROVIDER)
    .orderBy("users.email")
    .execute();
  return rows.flatMap(({ hash, ...user }) => (hash ? [{ ...user, hash }] : []));
}
