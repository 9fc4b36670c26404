import { DELETED, DELETED_NAME } from "@survey-app/contract/users.ts";
import type { CurrentUser } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { lockAdmins } from "../users/users.sql.ts";
import { findPasswordHash } from "./account.sql.ts";
import { lockUser } from "./proof.sql.ts";

/** What became of the wish to delete an account. `changed`: how one signs in to it has changed since that was asked for. */
export type Deletion = "deleted" | "lastAdmin" | "changed";

/**
 * Empties an account: its votes stay counted and its surveys stay up, under the name of a deleted user; what tells who it
 * was, and what they wrote beside their votes, is gone.
 * @param hash the password that was typed; null from somebody without one, whose session has to be there still
 */
export function anonymizeAccount(
  database: Database,
  { userId, sessionId }: CurrentUser,
  hash: string | null,
): Promise<Deletion> {
  return database.transaction(async (tx) => {
    const { db, dialect } = tx;
    const admins = await lockAdmins(tx);
    if (admins.includes(userId) && admins.length === 1) return "lastAdmin";
    const { email } = await lockUser(tx, userId);
    const session = await db.selectFrom("sessions").select("id").where("id", "=", sessionId).executeTakeFirst();
    if (!session || (await findPasswordHash(tx, userId)) !== hash) return "changed";
    await db
      .updateTable("users")
      .set({
        name: DELETED_NAME,
        email: `${userId}@deleted.invalid`,
        email_verified: dialect.authBoolean(false),
        photo_url: null,
        role: "user",
        status: DELETED,
        updated_at: dialect.authInstant(Date.now()),
      })
      .where("id", "=", userId)
      .execute();
    for (const table of ["sessions", "accounts", "memberships", "mail_links", "known_devices"] as const)
      await db.deleteFrom(table).where("user_id", "=", userId).execute();
    // The next round cancels what was started and not paid.
    await db
      .updateTable("payments")
      .set({ check_at: Date.now(), checks: 0 })
      .where("user_id", "=", userId)
      .where("status", "=", "pending")
      .execute();
    await db.deleteFrom("outbox").where("address", "=", email).execute();
    await removeComments(tx, userId);
    return "deleted";
  });
}

/** How far back late comments are looked for, in milliseconds: longer than any instance can be cut off from the database. */
const LATE_MS = 24 * 3600_000;

/**
 * Removes the comments of votes that were on their way while their account was deleted: storing votes does not read who
 * still has an account, because every vote would pay for that.
 * @param reading where the accounts are looked for: on SQLite not by the thread that serves votes
 */
export async function removeLateComments(database: Database, reading: Database): Promise<void> {
  const deleted = await reading.db
    .selectFrom("users")
    .select("id")
    .where("status", "=", DELETED)
    .where("updated_at", ">", reading.dialect.authInstant(Date.now() - LATE_MS))
    .execute();
  for (const { id } of deleted) await removeComments(database, id);
}

async function removeComments({ db }: Database, userId: string): Promise<void> {
  await db.updateTable("votes").set({ comment: "" }).where("user_id", "=", userId).where("comment", "!=", "").execute();
}
