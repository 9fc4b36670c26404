import type { UserSession } from "@survey-app/contract/account.ts";
import { logAction } from "../audit/audit.sql.ts";
import type { Actor } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { removeApiKeys } from "./apiKeys.sql.ts";
import { deviceOf } from "./device.ts";
import { forgetDevices } from "./secondFactor/secondFactor.sql.ts";
import { activeSession } from "./session.sql.ts";

/** A user's sessions that have not ended, the last used first; 100 at most. */
export async function listUserSessions(database: Database, userId: string): Promise<Omit<UserSession, "isCurrent">[]> {
  const rows = await database.db
    .selectFrom("sessions")
    .select(["id", "user_agent", "created_at", "updated_at"])
    .where("user_id", "=", userId)
    .where(activeSession)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    device: deviceOf(row.user_agent),
    createdAt: new Date(row.created_at).toISOString(),
    lastSeenAt: new Date(row.updated_at).toISOString(),
  }));
}

/**
 * Ends sessions of a user: one, all, or all but one. Without `only`, it revokes the user's API keys and forgets the remembered
 * devices too: people do this when someone else may have used the account, who could also have created a key.
 * @returns how many sessions and keys there were
 */
export async function endSessions(
  tx: Database,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  const { db } = tx;
  let ending = db.deleteFrom("sessions").where("user_id", "=", userId);
  if (which.only !== undefined) ending = ending.where("id", "=", which.only);
  if (which.except !== undefined) ending = ending.where("id", "!=", which.except);
  const ended = Number((await ending.executeTakeFirstOrThrow()).numDeletedRows);
  if (which.only !== undefined) return ended;
  await forgetDevices(tx, userId);
  // After the sessions: a request that is creating a key holds the lock of its session.
  return ended + (await removeApiKeys(tx, userId));
}

/** Ends all sessions of another user and writes an audit event. @returns how many there were; null without such a user */
export function endSessionsOf(database: Database, userId: string, by: Actor): Promise<number | null> {
  return database.transaction(async (tx) => {
    if (!(await tx.db.selectFrom("users").select("id").where("id", "=", userId).executeTakeFirst())) return null;
    const ended = await endSessions(tx, userId);
    if (ended === 0) return 0;
    const about = { kind: "user", id: userId } as const;
    await logAction(tx, by, { action: "sessionsEnded", about, before: { sessions: ended }, after: { sessions: 0 } });
    return ended;
  });
}

/**
 * Stores that a user signs in from this kind of device.
 * @returns whether it differs from all devices before; false for the user's first device
 */
export async function isNewDevice({ db }: Database, userId: string, device: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("known_devices")
    .values({ user_id: userId, device, first_seen_at: Date.now() })
    .onConflict((conflict) => conflict.columns(["user_id", "device"]).doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) return false;
  const others = db.selectFrom("known_devices").select("device").where("user_id", "=", userId);
  return (await others.where("device", "!=", device).limit(1).executeTakeFirst()) !== undefined;
}
