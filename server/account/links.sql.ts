import { randomBytes } from "node:crypto";
import { LINK_MINUTES } from "@survey-app/contract/links.ts";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import { tokenHash } from "../database/tokenHash.ts";

export type Purpose = Tables["mail_links"]["purpose"];

export interface Link {
  userId: string;
  /** The address that the link was sent to. */
  email: string;
}

const LINK_MS = LINK_MINUTES * 60_000;

/** A new link: 256 random bits, of which only the hash is stored. @returns its token */
export async function makeLink(
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

/** Whose link it is, if it could be used now; asked before work that costs. Null for what is not a living link. */
export async function findLinkOwner(
  { db }: Database,
  token: string,
  purpose: Purpose,
): Promise<{ name: string; email: string } | null> {
  const found = await db
    .selectFrom("mail_links")
    .innerJoin("users", "users.id", "mail_links.user_id")
    .select(["users.name", "users.email"])
    .where("token_hash", "=", tokenHash(token))
    .where("purpose", "=", purpose)
    .where("expires_at", ">", Date.now())
    .executeTakeFirst();
  return found ?? null;
}

/** Uses a link up: of any number at once, one gets it. Null for what is not a living link. */
export async function spendLink(
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

/** Links of a user become void: the password or the address that they were for has changed. */
export async function voidLinks({ db }: Database, userId: string): Promise<void> {
  await db.deleteFrom("mail_links").where("user_id", "=", userId).execute();
}
