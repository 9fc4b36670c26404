import { DELETED, DELETED_NAME } from "@survey-app/contract/users.ts";
import type { Database } from "../database/database.ts";
import { lockAdmins } from "../users/users.sql.ts";

/**
 * Empties an account: its votes stay counted and its surveys stay up, under the name of a deleted user; what tells who it
 * was, and what they wrote beside their votes, is gone.
 * @returns false for the last admin, whose account stays
 */
export function emptyAccount(database: Database, userId: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    const { db, dialect } = tx;
    const admins = await lockAdmins(tx);
    if (admins.includes(userId) && admins.length === 1) return false;
    const { email } = await db.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirstOrThrow();
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
    await db.deleteFrom("outbox").where("address", "=", email).execute();
    await db
      .updateTable("votes")
      .set({ comment: "" })
      .where("user_id", "=", userId)
      .where("comment", "!=", "")
      .execute();
    return true;
  });
}
