import { mailboxOf } from "@survey-app/contract/text/emailAddress.ts";
import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { HashAddress } from "../mail/addressHash.ts";

/**
 * The text that is hashed for an address that refuses one owner's invitations. It contains a space, so it can't be an
 * address.
 */
export const addressForOwner = ({ ownerId, address }: { ownerId: string; address: string }) => `${ownerId} ${address}`;

/** Stores that an address refuses all invitations. @returns whether that changed what was stored */
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
    // A literal, because the index has one.
    .where("state", "=", sql.lit("refused"))
    .execute();
  return true;
}

/** Whether an address refuses all invitations, or those of an owner. */
export const refusesInvitations = (
  database: Database,
  { ownerId, address }: { ownerId: string; address: string },
  hashAddress: HashAddress,
): Promise<boolean> => hasOptedOut(database, [address, addressForOwner({ ownerId, address })].flatMap(hashAddress));

/** Whether one of these hashes is of an address that refuses invitations. */
export async function hasOptedOut({ db }: Database, hashes: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom("refused_addresses")
    .select("address_hash")
    .where("address_hash", "in", hashes)
    .executeTakeFirst();
  return found !== undefined;
}
