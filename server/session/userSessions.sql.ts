import type { UserSession } from "@survey-app/contract/account.ts";
import { logAction } from "../audit/audit.sql.ts";
import type { Actor } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { tokenHash } from "../database/tokenHash.ts";
import { deviceOf } from "./device.ts";
import { activeSession } from "./session.sql.ts";

/** A user's sessions that have not ended, the last used first; 100 at most. */
export async function listUserSessions(database: Database, userId: string): Promise<Omit<UserSession, "isCurrent">[]> {
  const rows = await database.db
    .selectFrom("sessions")
    .select(["id", "user_agent", "created_at", "updated_at"])
    .where("user_id", "=", userId)
    .where(activeSession(database))
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

/** Ends sessions of a user: one, all, or all but one. @returns how many there were */
export async function endSessions(
  { db }: Database,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  let ending = db.deleteFrom("sessions").where("user_id", "=", userId);
  if (which.only !== undefined) ending = ending.where("id", "=", which.only);
  if (which.except !== undefined) ending = ending.where("id", "!=", which.except);
  return Number((await ending.executeTakeFirstOrThrow()).numDeletedRows);
}

/**
 * Ends the session that a browser had before its user signed in again. Sessions of other users are kept: one client may
 * act for several users. @returns its id; null if there is none
 */
export async function endReplaced(
  { db }: Database,
  token: string,
  by: { id: string; userId: string },
): Promise<string | null> {
  const ended = await db
    .deleteFrom("sessions")
    .where("token", "=", tokenHash(token))
    .where("user_id", "=", by.userId)
    .where("id", "!=", by.id)
    .returning("id")
    .executeTakeFirst();
  return ended?.id ?? null;
}

/**
 * Ends a new session if the identity that it was created with is gone: a proof of the address in the meantime removed
 * it and ended the sessions of that time. @returns whether the session may stay
 */
export function keepProviderSession(
  database: Database,
  { sessionId, userId, provider }: { sessionId: string; userId: string; provider: string },
): Promise<boolean> {
  return database.transaction(async ({ db, dialect }) => {
    const identity = await db
      .selectFrom("accounts")
      .select("id")
      .where("user_id", "=", userId)
      .where("provider_id", "=", provider)
      // The lock waits for a change that is about to be committed.
      .$call(dialect.lock)
      .executeTakeFirst();
    if (identity) return true;
    await db.deleteFrom("sessions").where("id", "=", sessionId).execute();
    return false;
  });
}

/** Ends all sessions of another user and writes an audit event. @returns how many there were */
export function endSessionsOf(database: Database, userId: string, by: Actor): Promise<number> {
  return database.transaction(async (tx) => {
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
export function isNewDevice(database: Database, userId: string, device: string): Promise<boolean> {
  return database.transaction(async ({ db }) => {
    const knownDevices = await db.selectFrom("known_devices").select("device").where("user_id", "=", userId).execute();
    if (knownDevices.some((one) => one.device === device)) return false;
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("known_devices")
      .values({ user_id: userId, device, first_seen_at: Date.now() })
      .onConflict((conflict) => conflict.columns(["user_id", "device"]).doNothing())
      .executeTakeFirstOrThrow();
    return knownDevices.length > 0 && Number(numInsertedOrUpdatedRows) > 0;
  });
}
