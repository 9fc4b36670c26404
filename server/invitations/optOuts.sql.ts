import { mailboxOf } from "@survey-app/contract/text/emailAddress.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { HashAddress } from "../mail/addressHash.ts";
import { findListHolder } from "./lockedList.sql.ts";

/** What is hashed for an address that wants no invitation of one owner. It can't be an address, which has no space. */
export const addressForOwner = ({ ownerId, address }: { ownerId: string; address: string }) => `${ownerId} ${address}`;

/** Stores that an address wants no invitation to any survey. @returns whether that changed what was stored */
export async function optOutOfInvitations({ db }: Database, addressHash: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("refused_addresses")
    .values({ address_hash: addressHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Stores that a mailbox wants invitations again. Owners can then also send those that were held back.
 * @returns whether that changed what was stored
 */
export async function optInToInvitations(
  { db, dialect }: Database,
  email: string,
  hashAddress: HashAddress,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("refused_addresses")
    .where("address_hash", "in", hashAddress(email))
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return false;
  await db
    .updateTable("invitations")
    .set({ state: "listed" })
    .where(({ ref }) => sql<boolean>`${dialect.mailbox(ref("email"))} = ${mailboxOf(email)}`)
    // As a literal, as in the index.
    .where("state", "=", sql.lit("refused"))
    .execute();
  return true;
}

/** Whether an address wants no invitations at all, or none of the owner of a survey or meeting. */
export async function refusesInvitations(
  database: Database,
  { surveyId, address }: { surveyId: string; address: string },
  hashAddress: HashAddress,
): Promise<boolean> {
  const holder = await findListHolder(database, surveyId);
  const texts = [address, ...(holder ? [addressForOwner({ ownerId: holder.owner_id, address })] : [])];
  return hasOptedOut(database, texts.flatMap(hashAddress));
}

/** Whether one of these hashes is of an address that wants no invitations. */
export async function hasOptedOut({ db }: Database, hashes: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom("refused_addresses")
    .select("address_hash")
    .where("address_hash", "in", hashes)
    .executeTakeFirst();
  return found !== undefined;
}
