import { randomBytes } from "node:crypto";
import { PASSKEYS_MAX } from "@survey-app/contract/text/limits.ts";
import type { Database } from "../../database/database.ts";
import { newId } from "../../database/newId.ts";
import { toIso } from "../../database/toIso.ts";
import { enqueueEmail } from "../../mail/outbox.sql.ts";
import { lockUser } from "../accounts.sql.ts";
import { lockSender, type Sender } from "../sender.sql.ts";
import { forgetSecondFactor } from "../session.sql.ts";
import type { StoredPasskey } from "./webauthn.ts";

/** A passkey with its user. */
export interface FoundPasskey extends StoredPasskey {
  id: string;
  userId: string;
  email: string;
  /** The id by which authenticators know the user. */
  handle: string | null;
}

/** The user's passkeys, newest first. */
export async function listPasskeys({ db }: Database, userId: string) {
  const rows = await db
    .selectFrom("passkeys")
    .select(["id as _id", "name", "credential_id as credentialId", "created_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ created_at, last_used_at, ...passkey }) => ({
    ...passkey,
    createdAt: toIso(created_at),
    lastUsedAt: toIso(last_used_at),
  }));
}

/**
 * The random id by which authenticators know the user; created when it is first needed.
 * @returns `confirmFirst`: an address that isn't confirmed may belong to another person, and the user's passkey would
 *   still work after that person takes the account over
 * @throws {ApiError} `sessionEnded`
 */
export function findOrCreateHandle(database: Database, sender: Sender): Promise<{ handle: string } | "confirmFirst"> {
  return database.transaction(async (tx) => {
    const { id, email_verified, passkey_handle } = await lockSender(tx, sender);
    if (!email_verified) return "confirmFirst";
    if (passkey_handle !== null) return { handle: passkey_handle };
    const handle = randomBytes(32).toString("base64url");
    await tx.db.updateTable("users").set({ passkey_handle: handle }).where("id", "=", id).execute();
    return { handle };
  });
}

/** Adds a verified passkey, and notifies the owner by email. @returns its id @throws {ApiError} `sessionEnded` */
export function insertPasskey(
  database: Database,
  sender: Sender,
  { name, credentialId, publicKey, counter }: StoredPasskey & { name: string },
): Promise<{ id: string } | "confirmFirst" | "tooManyPasskeys" | "passkeyRefused"> {
  return database.transaction(async (tx) => {
    const { db } = tx;
    const user = await lockSender(tx, sender);
    if (!user.email_verified) return "confirmFirst";
    if ((await listPasskeys(tx, user.id)).length >= PASSKEYS_MAX) return "tooManyPasskeys";
    const id = newId();
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("passkeys")
      .values({
        id,
        user_id: user.id,
        credential_id: credentialId,
        public_key: publicKey,
        counter,
        name,
        created_at: Date.now(),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return "passkeyRefused";
    await enqueueEmail(tx, user.email, { kind: "securityChange", change: "passkeyAdded" });
    return { id };
  });
}

/** Renames a passkey of a user. @returns whether there is one */
export async function renamePasskey({ db }: Database, userId: string, id: string, name: string): Promise<boolean> {
  const renaming = db.updateTable("passkeys").set({ name }).where("id", "=", id).where("user_id", "=", userId);
  return Number((await renaming.executeTakeFirstOrThrow()).numUpdatedRows) > 0;
}

/**
 * Removes a passkey of a user, and notifies the owner by email. Without a passkey, sessions of the user no longer have
 * a second factor.
 * @returns whether there was one
 */
export function deletePasskey(database: Database, userId: string, id: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { email } = await lockUser(tx, userId);
    const removed = await tx.db
      .deleteFrom("passkeys")
      .where("id", "=", id)
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    if (Number(removed.numDeletedRows) === 0) return false;
    if ((await listPasskeys(tx, userId)).length === 0) await forgetSecondFactor(tx, userId);
    await enqueueEmail(tx, email, { kind: "securityChange", change: "passkeyRemoved" });
    return true;
  });
}

/** Finds a passkey by the authenticator's id. */
export async function findPasskey({ db }: Database, credentialId: string): Promise<FoundPasskey | null> {
  const found = await db
    .selectFrom("passkeys")
    .innerJoin("users", "users.id", "passkeys.user_id")
    .select([
      "passkeys.id",
      "passkeys.user_id as userId",
      "passkeys.credential_id as credentialId",
      "passkeys.public_key as publicKey",
      "passkeys.counter",
      "users.email",
      "users.passkey_handle as handle",
    ])
    .where("passkeys.credential_id", "=", credentialId)
    // Deleted accounts don't have passkeys.
    .$narrowType<{ email: string }>()
    .executeTakeFirst();
  return found ?? null;
}
