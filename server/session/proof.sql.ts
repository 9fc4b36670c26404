import type { Language } from "@survey-app/texts/languages.ts";
import type { Database } from "../database/database.ts";
import { invalidateLinks } from "../mail/links.sql.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { type AccountKey, type LockedUser, PASSWORD_PROVIDER } from "./accounts.sql.ts";
import { endSessions } from "./session.sql.ts";

/** The access that is kept when an address is proven, because the same person has just shown that it is theirs. */
export interface KeptAccess {
  /** The session of the browser in which the link was used. */
  sessionId?: string | undefined;
  /** All sign-in methods: the password was typed together with the link, or one of them created the session. */
  signIn?: boolean;
  /** The provider's identity that proved the address. */
  identity?: AccountKey;
  /** A new password follows in the same transaction. */
  setsPassword?: boolean;
  /** The language of the page on which the address was proven, in place of a stranger's; null if it named none. */
  language: Language | null;
}

/**
 * Marks the address of an account as confirmed, because a person has proven that they read its mail. A stranger may
 * have created the account with this address, so all earlier passwords, identities and sessions are removed, except
 * those that are shown to be the same person's (docs/signing-in.md). The stranger's language and time zone are
 * replaced, too. Does nothing if the address was confirmed before. The account must be locked (`lockUser`).
 */
export async function proveAddress(
  tx: Database,
  user: Pick<LockedUser, "id" | "email" | "email_verified">,
  kept: KeptAccess,
): Promise<void> {
  if (user.email_verified) return;
  const { db } = tx;
  const proven = {
    email_verified: 1,
    updated_at: Date.now(),
    ...(!kept.signIn && { language: kept.language, time_zone: null }),
  };
  await db.updateTable("users").set(proven).where("id", "=", user.id).execute();
  const removed = kept.signIn ? [] : await removeSignIn(tx, user.id, kept.identity);
  await endSessions(tx, user.id, kept.sessionId === undefined ? {} : { except: kept.sessionId });
  await db.deleteFrom("known_devices").where("user_id", "=", user.id).execute();
  await invalidateLinks(tx, user.id);
  if (removed.includes(PASSWORD_PROVIDER) && !kept.setsPassword)
    await enqueueEmail(tx, user.email, { kind: "passwordRemoved" });
}

/** @returns the providers of the removed sign-in methods */
async function removeSignIn({ db }: Database, userId: string, identity: KeptAccess["identity"]): Promise<string[]> {
  let removal = db.deleteFrom("accounts").where("user_id", "=", userId);
  if (identity)
    removal = removal.where(({ eb, and, not }) =>
      not(and([eb("provider_id", "=", identity.provider), eb("account_id", "=", identity.subject)])),
    );
  const removed = await removal.returning("provider_id").execute();
  return removed.map(({ provider_id }) => provider_id);
}
