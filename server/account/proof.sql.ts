import type { Database } from "../database/database.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { PASSWORD_PROVIDER } from "../session/passwordUser.sql.ts";
import { endSessions } from "../session/userSessions.sql.ts";
import { invalidateLinks } from "./links.sql.ts";

/** What stays when an address is proven: what the same person has just shown to be theirs, too. */
export interface Kept {
  /** The session of the browser in which the link was used. */
  sessionId?: string | undefined;
  /** The ways to sign in: the password was typed together with the link, or the session was made by them. */
  signIn?: boolean;
  /** The identity elsewhere that proved the address. */
  identity?: { provider: string; subject: string };
  /** A new password follows in the same transaction. */
  setsPassword?: boolean;
}

/** An account, locked until the transaction ends: whoever changes how one signs in to it waits here. */
export function lockUser({ db, dialect }: Database, userId: string) {
  return db
    .selectFrom("users")
    .select(["id", "email", "email_verified"])
    .where("id", "=", userId)
    .$call(dialect.lock)
    .executeTakeFirstOrThrow();
}

/**
 * The address of an account is proven by who reads its mail. Anybody may have made that account: so passwords, identities
 * and sessions of the time before end, but those that are shown to be the same person's (decision 0020).
 * For an address that was proven already nothing changes. The account has to be locked (`lockUser`).
 */
export async function proveAddress(
  tx: Database,
  user: { id: string; email: string; email_verified: number | boolean },
  kept: Kept,
): Promise<void> {
  if (user.email_verified) return;
  const { db, dialect } = tx;
  await db
    .updateTable("users")
    .set({ email_verified: dialect.authBoolean(true), updated_at: dialect.authInstant(Date.now()) })
    .where("id", "=", user.id)
    .execute();
  // These before the sessions: who signs in meanwhile looks for the way they came by again once their session is there.
  const removed = kept.signIn ? [] : await removeSignIn(tx, user.id, kept.identity);
  await endSessions(tx, user.id, kept.sessionId === undefined ? {} : { except: kept.sessionId });
  await db.deleteFrom("known_devices").where("user_id", "=", user.id).execute();
  await invalidateLinks(tx, user.id);
  if (removed.includes(PASSWORD_PROVIDER) && !kept.setsPassword)
    await enqueueEmail(tx, user.email, { kind: "passwordRemoved" });
}

/** @returns the providers of what was removed */
async function removeSignIn({ db }: Database, userId: string, identity: Kept["identity"]): Promise<string[]> {
  let removal = db.deleteFrom("accounts").where("user_id", "=", userId);
  if (identity)
    removal = removal.where(({ eb, and, not }) =>
      not(and([eb("provider_id", "=", identity.provider), eb("account_id", "=", identity.subject)])),
    );
  const removed = await removal.returning("provider_id").execute();
  return removed.map(({ provider_id }) => provider_id);
}

/**
 * A provider has confirmed an address that an account here has, too, and that nobody has proven yet: it does now.
 * @returns whose account that is; null if there is none, or the identity belongs to another account
 */
export function proveByProvider(
  database: Database,
  { provider, subject, email }: { provider: string; subject: string; email: string },
): Promise<string | null> {
  return database.transaction(async (tx) => {
    const found = await tx.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .where("email_verified", "=", tx.dialect.authBoolean(false))
      .executeTakeFirst();
    if (!found) return null;
    const identity = await tx.db
      .selectFrom("accounts")
      .select("user_id")
      .where("provider_id", "=", provider)
      .where("account_id", "=", subject)
      .executeTakeFirst();
    if (identity && identity.user_id !== found.id) return null;
    const user = await lockUser(tx, found.id);
    // It may have moved to another address before it was locked.
    if (user.email !== email) return null;
    await proveAddress(tx, user, { identity: { provider, subject } });
    return user.id;
  });
}
