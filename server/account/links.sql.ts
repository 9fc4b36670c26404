import { randomBytes } from "node:crypto";
import { EMAIL_LINK_MINUTES } from "@survey-app/contract/emailLinks.ts";
import { DELETED } from "@survey-app/contract/users.ts";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import { tokenHash } from "../database/tokenHash.ts";

export type Purpose = Tables["mail_links"]["purpose"];

export interface Link {
  userId: string;
  /** The address that the link was sent to. */
  email: string;
}

const LINK_MS = EMAIL_LINK_MINUTES * 60_000;

/** A new link: 256 random bits, of which only the hash is stored. @returns its token */
export async function createLink(
  { db }: Database,
  { userId, email, purpose }: Link & { purpose: Purpose },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await db
    .insertInto("mail_links")
    .values({ token_hash: tokenHash(token), purpose, user_id: userId, email, expires_at: Date.now() + LINK_MS })
    .execute();
  return token;
}

/**
 * A link for a letter that is about to leave, unless the password or the address has changed since the letter was asked
 * for: whoever asked may be who was shut out by that.
 * @param userId null for whom the address belongs to
 * @returns its token
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
      // A change that is under way is waited for, and one that comes later finds the link, and makes it void.
      .$call(tx.dialect.lock)
      .executeTakeFirst();
    if (!user || user.credential_version !== credentialVersion) return null;
    return createLink(tx, { userId: user.id, email, purpose });
  });
}

/** Whose link it is, if it could be used now; asked before work that costs. Null for what is not a living link. */
export async function findLink(
  { db }: Database,
  token: string,
  purposes: readonly Purpose[],
): Promise<{ userId: string; purpose: Purpose; name: string; email: string } | null> {
  const found = await db
    .selectFrom("mail_links")
    .innerJoin("users", "users.id", "mail_links.user_id")
    .select(["users.id as userId", "mail_links.purpose", "users.name", "users.email"])
    .where("token_hash", "=", tokenHash(token))
    .where("purpose", "in", purposes)
    .where("expires_at", ">", Date.now())
    .executeTakeFirst();
  return found ?? null;
}

/** Uses a link up: of any number at once, one gets it. Null for what is not a living link. */
export async function consumeLink(
  { db }: Database,
  token: string,
  purposes: readonly Purpose[],
): Promise<(Link & { purpose: Purpose }) | null> {
  const spent = await db
    .deleteFrom("mail_links")
    .where("token_hash", "=", tokenHash(token))
    .where("purpose", "in", purposes)
    .where("expires_at", ">", Date.now())
    .returning(["user_id", "email", "purpose"])
    .executeTakeFirst();
  return spent ? { userId: spent.user_id, email: spent.email, purpose: spent.purpose } : null;
}

/**
 * Links of a user become void, those that stand in letters not sent yet among them: the password or the address that they
 * were for has changed. The version first: a letter that is being written waits for it (`createLinkFor`).
 */
export async function invalidateLinks({ db }: Database, userId: string): Promise<void> {
  await db
    .updateTable("users")
    .set(({ eb }) => ({ credential_version: eb("credential_version", "+", 1) }))
    .where("id", "=", userId)
    .execute();
  await db.deleteFrom("mail_links").where("user_id", "=", userId).execute();
}
