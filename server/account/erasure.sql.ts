import { ERASURE_DAYS } from "@survey-app/contract/text/limits.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { VERIFIED } from "@survey-app/contract/users/users.ts";
import { logAction } from "../audit/audit.sql.ts";
import { isClockHeld } from "../clock/heartbeat.sql.ts";
import type { Database } from "../database/database.ts";
import { apiError, orNotFound } from "../http/apiError.ts";
import type { Actor, CurrentUser } from "../http/currentUser.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import { isTriable } from "../queues/steps.sql.ts";
import { lockUser } from "../session/accounts.sql.ts";
import { lockSender } from "../session/sender.sql.ts";
import { lockAdmins, lockAdminsFor, lockChangeable } from "../users/users.sql.ts";
import { type AccountDeletions, deleteDueAccounts } from "./deletion.sql.ts";

/** Accounts that an admin has decided to delete (contract/account/erasure.ts). */

/**
 * Decides that an account is deleted in `ERASURE_DAYS` days, and emails a confirmed address.
 * @returns when, in milliseconds since 1970
 * @throws {ApiError} `notFound`, `guestAccount`, `lastAdmin`, `alreadySo`, or `roleRequired` if `by` is no longer an
 *   admin
 */
export function scheduleErasure(database: Database, userId: string, by: Actor): Promise<number> {
  return database.transaction(async (tx) => {
    const admins = await lockAdminsFor(by, tx);
    const user = await lockPerson(tx, userId);
    if (admins.length === 1 && admins.includes(userId)) throw apiError("lastAdmin");
    if (user.erase_at !== null) throw apiError("alreadySo");
    const eraseAt = Date.now() + ERASURE_DAYS * DAY_MS;
    await tx.db.updateTable("users").set({ erase_at: eraseAt }).where("id", "=", userId).execute();
    const canKeep = user.status === VERIFIED;
    if (user.email_verified === 1) await enqueueEmail(tx, user.email, { kind: "accountErased", at: eraseAt, canKeep });
    await logAction(tx, by, {
      action: "erasureScheduled",
      about: { kind: "user", id: userId },
      before: {},
      after: { eraseAt: new Date(eraseAt).toISOString() },
    });
    return eraseAt;
  });
}

/**
 * Takes the decision back. @returns whether there was one
 * @throws {ApiError} `notFound`, `guestAccount`, or `roleRequired` if `by` is no longer an admin
 */
export function cancelErasure(database: Database, userId: string, by: Actor): Promise<boolean> {
  return database.transaction(async (tx) => {
    await lockAdminsFor(by, tx);
    const user = await lockPerson(tx, userId);
    if (user.erase_at === null) return false;
    await tx.db.updateTable("users").set({ erase_at: null }).where("id", "=", userId).execute();
    await logAction(tx, by, { action: "erasureCanceled", about: { kind: "user", id: userId }, before: {}, after: {} });
    return true;
  });
}

/** Keeps the account of a request. @returns whether it would have been deleted. @throws {ApiError} `sessionEnded` */
export function keepAccount(database: Database, sender: CurrentUser): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { id } = await lockSender(tx, sender);
    const kept = tx.db
      .updateTable("users")
      .set({ erase_at: null })
      .where("id", "=", id)
      .where("erase_at", "is not", null);
    return (await kept.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
  });
}

/**
 * Emails the link to the page on which people save their data.
 * @throws {ApiError} `notFound`, `guestAccount`, `addressUnconfirmed`, or `roleRequired` if `by` is no longer an admin
 */
export function sendData(database: Database, userId: string, by: Actor): Promise<void> {
  return database.transaction(async (tx) => {
    await lockAdminsFor(by, tx);
    const user = await lockPerson(tx, userId);
    if (user.email_verified !== 1) throw apiError("addressUnconfirmed");
    await enqueueEmail(tx, user.email, { kind: "dataExport" });
    await logAction(tx, by, { action: "dataSent", about: { kind: "user", id: userId }, before: {}, after: {} });
  });
}

/** Locks an account that is in use or blocked. @throws {ApiError} `notFound`, `guestAccount` */
export async function lockPerson(tx: Database, userId: string) {
  const user = orNotFound(await lockChangeable(tx, userId));
  // Guests are deleted immediately, with their surveys (guests.sql.ts).
  const { email } = user;
  if (user.is_guest === 1 || email === null) throw apiError("guestAccount");
  return { ...user, email };
}

/** The most accounts that one run deletes. */
const BATCH_MAX = 100;

/** Deletes the accounts that admins decided to delete, once their days are over. @returns how many */
export async function eraseDue(database: Database, deletions: AccountDeletions): Promise<number> {
  const due = await database.db
    .selectFrom("users")
    .select("id")
    .where("erase_at", "<=", Date.now())
    .where(isTriable("erasures", "users.id"))
    .orderBy("erase_at")
    .limit(BATCH_MAX)
    .execute();
  return deleteDueAccounts(database, "erasures", {
    ...deletions,
    keys: due.map(({ id }) => id),
    async lockDue(tx, id) {
      const admins = await lockAdmins(tx);
      const user = await lockUser(tx, id);
      // The account may have been kept meanwhile, deleted by another instance, or be the last admin's by now, who can
      // decide again.
      const isDue = tx.db.selectFrom("users").select("id").where("id", "=", id).where("erase_at", "<=", Date.now());
      if ((await isDue.executeTakeFirst()) === undefined || (await isClockHeld(tx))) return null;
      return admins.length === 1 && admins.includes(id) ? null : user;
    },
  });
}
