import { EMAIL_LINK_MINUTES } from "@survey-app/contract/session/emailLinks.ts";
import { DELETED } from "@survey-app/contract/users/users.ts";
import type { ExpressionBuilder } from "kysely";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import { createToken, tokenHash } from "../database/tokenHash.ts";

export type Purpose = Tables["mail_links"]["purpose"];

export interface Link {
  userId: string;
  /** The address that the link was sent to. */
  email: string;
}

const LINK_MS = EMAIL_LINK_MINUTES * 60_000;

/** Creates a link with a token of 256 random bits, and stores only its hash. @returns the token */
export async function createLink(
  { db }: Database,
  { userId, email, purpose }: Link & { purpose: Purpose },
): Promise<string> {
  const token = createToken();
  await db
    .insertInto("mail_links")
    .values({ token_hash: tokenHash(token), purpose, user_id: userId, email, expires_at: Date.now() + LINK_MS })
    .execute();
  return token;
}

/**
 * Creates the link of an email that is about to be sent, unless the account's password or address has changed since the
 * email was requested: that change may have locked out the attacker who requested it.
 * @param userId null for the user with this address
 * @returns the token; null if there is no such user or the credentials have changed
 */
export function createLinkFor(
  database: Database,
  {
    userId,
    email,
    purpose,
    credentialVersion,
  }: { userId: string | null; email: string; purpose: Purpose; credentialVersion: number | null },
): Promise<string | null> {
  return database.transaction(async (tx) => {
    const user = await tx.db
      .selectFrom("users")
      .select(["id", "credential_version"])
      .where((eb) => (userId === null ? eb("email", "=", email) : eb("id", "=", userId)))
      .where("status", "!=", DELETED)
      // The lock waits for a change in progress; a later change finds this link and invalidates it.
      .$call(tx.dialect.lock)
      .executeTakeFirst();
    if (!user || user.credential_version !== credentialVersion) return null;
    return createLink(tx, { userId: user.id, email, purpose });
  });
}

/** SQL for "this link, if it is valid for one of the purposes", for a query of mail_links. */
function validLink(token: string, purposes: readonly Purpose[]) {
  return ({ and, eb }: ExpressionBuilder<Tables, "mail_links">) =>
    and([eb("token_hash", "=", tokenHash(token)), eb("purpose", "in", purposes), eb("expires_at", ">", Date.now())]);
}

/**
 * Finds a valid link and its user without using it up, before expensive work. Null if it is unknown, used or expired.
 */
export async function findLink(
  { db }: Database,
  token: string,
  purposes: readonly Purpose[],
): Promise<{ userId: string; purpose: Purpose; name: string; email: string } | null> {
  const found = await db
    .selectFrom("mail_links")
    .innerJoin("users", "users.id", "mail_links.user_id")
    .select(["users.id as userId", "mail_links.purpose", "users.name", "users.email"])
    .where(validLink(token, purposes))
    // Deleted accounts don't have links.
    .$narrowType<{ email: string }>()
    .executeTakeFirst();
  return found ?? null;
}

/** Uses a link up: of concurrent calls only one gets it. Null if it is unknown, used or expired. */
export async function consumeLink(
  { db }: Database,
  token: string,
  purposes: readonly Purpose[],
): Promise<(Link & { purpose: Purpose }) | null> {
  const spent = await db
    .deleteFrom("mail_links")
    .where(validLink(token, purposes))
    .returning(["user_id as userId", "email", "purpose"])
    .executeTakeFirst();
  return spent ?? null;
}

/**
 * Invalidates all links of a user whose password or address has changed, including those of emails that are not sent
 * yet. It changes the version first: an email that is being rendered waits for that (`createLinkFor`).
 */
export async function invalidateLinks({ db }: Database, userId: string): Promise<void> {
  await db
    .updateTable("users")
    .set(({ eb }) => ({ credential_version: eb("credential_version", "+", 1) }))
    .where("id", "=", userId)
    .execute();
  await db.deleteFrom("mail_links").where("user_id", "=", userId).execute();
}
