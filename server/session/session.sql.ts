import { randomUUID } from "node:crypto";
import type { UserSession } from "@survey-app/contract/account/account.ts";
import { isDemoAddress } from "@survey-app/contract/session/demoAccounts.ts";
import { guestAddress } from "@survey-app/contract/text/guestAddress.ts";
import { DAY_MS, HOUR_MS } from "@survey-app/contract/text/time.ts";
import { DELETED, type Identity } from "@survey-app/contract/users/users.ts";
import type { Language } from "@survey-app/texts/languages.ts";
import { type ExpressionBuilder, sql } from "kysely";
import { logAction } from "../audit/audit.sql.ts";
import { countMatching } from "../database/countMatching.ts";
import type { Database } from "../database/database.ts";
import { deleteInChunks } from "../database/deleteInChunks.ts";
import type { Tables } from "../database/tables.ts";
import { toIso } from "../database/toIso.ts";
import { createToken, tokenHash } from "../database/tokenHash.ts";
import type { Actor } from "../http/currentUser.ts";
import { enqueueEmail } from "../mail/outbox.sql.ts";
import type { LockedUser } from "./accounts.sql.ts";
import { deviceOf, HEADER_MAX } from "./device.ts";

/** A session ends after this time without use, and LIFETIME_MS after the sign-in in any case. */
const IDLE_MS = 7 * DAY_MS;
export const LIFETIME_MS = 30 * DAY_MS;
/** The cookie outlives an idle session, which the server ends, so using a session never requires a new cookie. */
export const COOKIE_SECONDS = LIFETIME_MS / 1000;
/** A session's use is stored at most this often, to save writes. */
const SEEN_MS = 15 * 60_000;

/** The client that signs in. */
export interface SignInClient {
  ip: string;
  userAgent: string | undefined;
  /** The token of the session that its browser has; null without one. */
  oldToken: string | null;
  /** The token by which its browser may be a remembered device; null without one. */
  deviceToken: string | null;
  /** The language of its page; null if it named none. */
  language: Language | null;
}

export interface SignedIn {
  user: Identity;
  /** The language of the user's pages and emails; null for none. */
  language: string | null;
  /** The new session's token, for the cookie. */
  token: string;
  /** The id of the session that the new one replaces. */
  replaced: string | null;
}

/** SQL condition on sessions: the session has not ended. */
export function activeSession({ and, eb }: ExpressionBuilder<Tables, "sessions">) {
  const now = Date.now();
  return and([eb("sessions.expires_at", ">", now), eb("sessions.created_at", ">", now - LIFETIME_MS)]);
}

/** Stores the time zone of a user's browser, if it is another one than before. @param timeZone IANA */
export async function noteTimeZone({ db }: Database, userId: string, timeZone: string): Promise<void> {
  const isKnown = db.selectFrom("users").select("id").where("id", "=", userId).where("time_zone", "=", timeZone);
  // Read first: a write would wait for all others, and tokens are renewed every few minutes.
  if ((await isKnown.executeTakeFirst()) !== undefined) return;
  await db
    .updateTable("users")
    .set({ time_zone: timeZone })
    .where("id", "=", userId)
    // Not of an account that is deleted meanwhile.
    .where("status", "<>", DELETED)
    .execute();
}

/**
 * Starts a session of a locked user, in place of the browser's former one, and reports a new device by email. All ways
 * to sign up and in end here, so here users without a language get that of their page.
 */
export async function startSession(
  tx: Database,
  user: LockedUser,
  { ip, userAgent, oldToken, language }: SignInClient,
  { hasSecondFactor }: { hasSecondFactor: boolean },
): Promise<SignedIn> {
  const token = createToken();
  const now = Date.now();
  await tx.db
    .insertInto("sessions")
    .values({
      id: randomUUID(),
      token: tokenHash(token),
      user_id: user.id,
      // A guest's only way back to a question, which may be open for a month, is this session.
      expires_at: now + (user.is_guest ? LIFETIME_MS : IDLE_MS),
      ip_address: ip,
      user_agent: userAgent?.slice(0, HEADER_MAX) ?? null,
      created_at: now,
      updated_at: now,
      has_second_factor: Number(hasSecondFactor),
    })
    .execute();
  await noteUse(tx, user.id, now);
  const first = isDemoAddress(user.email) ? null : language;
  if (user.language === null && first !== null)
    await tx.db.updateTable("users").set({ language: first }).where("id", "=", user.id).execute();
  // Those of other users are kept: one client may act for several.
  const replaced = oldToken === null ? undefined : await endSessionOf(tx, oldToken, user.id);
  const device = deviceOf(userAgent);
  // An unconfirmed address may belong to a stranger, who has nothing to do with this account.
  if ((await isNewDevice(tx, user.id, device)) && user.email_verified)
    await enqueueEmail(tx, user.email, { kind: "newDevice", device, at: now });
  return { user: identityOf(user), language: user.language ?? first, token, replaced: replaced?.id ?? null };
}

function identityOf({ id, email, name, photo_url, is_guest }: LockedUser): Identity {
  const isGuest = is_guest === 1 && { isGuest: true as const };
  return { id, email: email ?? guestAddress(id), displayName: name, photoURL: photo_url, ...isGuest };
}

/**
 * Stores that a user signs in from this kind of device.
 * @returns whether it differs from all devices before; false for the user's first device
 */
async function isNewDevice({ db }: Database, userId: string, device: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("known_devices")
    .values({ user_id: userId, device, first_seen_at: Date.now() })
    .onConflict((conflict) => conflict.columns(["user_id", "device"]).doNothing())
    .executeTakeFirstOrThrow();
  if (!numInsertedOrUpdatedRows) return false;
  const others = db.selectFrom("known_devices").select("device").where("user_id", "=", userId);
  return (await others.where("device", "!=", device).limit(1).executeTakeFirst()) !== undefined;
}

/** Stores, once a day, that an account is used, which is then not deleted for inactivity. */
async function noteUse({ db }: Pick<Database, "db">, userId: string, now: number): Promise<void> {
  const day = now - (now % DAY_MS);
  await db
    .updateTable("users")
    .set({ used_at: day, inactivity_notices: 0, inactivity_told_at: null })
    .where("id", "=", userId)
    .where(({ eb, or }) => or([eb("used_at", "is", null), eb("used_at", "<", day), eb("inactivity_notices", ">", 0)]))
    .execute();
}

/** Finds the session of a cookie and extends it, because it is used. @returns its id; null if it has ended */
export async function touchSession({ db }: Database, token: string): Promise<string | null> {
  const found = await db
    .selectFrom("sessions")
    .select(["id", "user_id", "expires_at"])
    .where("token", "=", tokenHash(token))
    .where(activeSession)
    .executeTakeFirst();
  if (!found) return null;
  const end = Date.now() + IDLE_MS;
  if (end - found.expires_at < SEEN_MS) return found.id;
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set({ expires_at: end, updated_at: Date.now() })
    .where("id", "=", found.id)
    .executeTakeFirstOrThrow();
  await noteUse({ db }, found.user_id, Date.now());
  // It may have ended, or been replaced, since it was read.
  return numUpdatedRows ? found.id : null;
}

/**
 * Gives a session whose user got another role a new id and a new secret (session fixation). It keeps the sign-in time,
 * the expiry and the device.
 * @returns null for a session that doesn't need a renewal
 */
export async function renewSession(
  { db }: Database,
  sessionId: string,
): Promise<{ sessionId: string; token: string } | null> {
  const due = (eb: ExpressionBuilder<Tables, "sessions">) =>
    eb.and([eb("sessions.id", "=", sessionId), eb("sessions.needs_renewal", "=", 1)]);
  // Most sessions are not due, and a read doesn't need a lock.
  if (!(await db.selectFrom("sessions").select("id").where(due).executeTakeFirst())) return null;
  const renewed = { sessionId: randomUUID(), token: createToken() };
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set({ id: renewed.sessionId, token: tokenHash(renewed.token), needs_renewal: 0 })
    .where(due)
    .executeTakeFirstOrThrow();
  return numUpdatedRows ? renewed : null;
}

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
    createdAt: toIso(row.created_at),
    lastSeenAt: toIso(row.updated_at),
  }));
}

/** Ends the session of a cookie. @param userId only of this user. @returns undefined if there is none */
export function endSessionOf({ db }: Database, token: string, userId?: string) {
  const ending = db.deleteFrom("sessions").where("token", "=", tokenHash(token));
  return (userId === undefined ? ending : ending.where("user_id", "=", userId))
    .returning(["id", "user_id"])
    .executeTakeFirst();
}

/**
 * Ends sessions of a user: one, all, or all but one. Without `only`, it revokes the user's API keys and forgets the
 * remembered devices too: people do this when someone else may have used the account, who could also have created a
 * key.
 * @returns how many sessions and keys there were
 */
export async function endSessions(
  { db }: Database,
  userId: string,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  let ending = db.deleteFrom("sessions").where("user_id", "=", userId);
  if (which.only !== undefined) ending = ending.where("id", "=", which.only);
  if (which.except !== undefined) ending = ending.where("id", "!=", which.except);
  const ended = Number((await ending.executeTakeFirstOrThrow()).numDeletedRows);
  if (which.only !== undefined) return ended;
  await db.deleteFrom("remembered_devices").where("user_id", "=", userId).execute();
  // After the sessions: a request that is creating a key holds the lock of its session.
  const revoked = await db.deleteFrom("api_keys").where("user_id", "=", userId).executeTakeFirstOrThrow();
  return ended + Number(revoked.numDeletedRows);
}

/**
 * Ends all sessions of another user and writes an audit event.
 * @returns how many there were; null without such a user
 */
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
 * Ends the sessions of all users, also those that are about to begin, revokes their API keys and forgets the remembered
 * devices: someone else may have signed in as anyone. Repeating it ends what has begun since.
 * @returns how many sessions and keys there were
 */
export async function endAllSessions(database: Database, by: Actor): Promise<{ sessions: number; apiKeys: number }> {
  const { db } = database;
  const sessions = await countMatching(db.selectFrom("sessions"));
  const apiKeys = await countMatching(db.selectFrom("api_keys"));
  await deleteInChunks(database, "pending_sign_ins", "token_hash", sql`true`);
  await deleteInChunks(database, "remembered_devices", "id", sql`true`);
  await deleteInChunks(database, "sessions", "id", sql`true`);
  // After the sessions: a request that is creating a key holds the lock of its session.
  await deleteInChunks(database, "api_keys", "id", sql`true`);
  const about = { kind: "queue", id: "sessions", title: "Sessions" } as const;
  await logAction(database, by, { action: "sessionsEnded", about, before: { sessions }, after: { sessions: 0 } });
  return { sessions, apiKeys };
}

/**
 * Takes the second factor from a user's sessions, because the account has lost it: where admins need one, they have a
 * user's rights until they sign in with another.
 */
export async function forgetSecondFactor({ db }: Database, userId: string): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ has_second_factor: 0 })
    .where("user_id", "=", userId)
    .where("has_second_factor", "=", 1)
    .execute();
}

/**
 * How long expired API keys stay listed, so that their owners see why an integration stopped working, in milliseconds.
 */
const EXPIRED_KEYS_MS = 30 * DAY_MS;

/**
 * Removes expired sessions, API keys, sign-ins that were not finished, remembered devices, email links, and old session
 * changes.
 */
export async function removeExpired(database: Database): Promise<void> {
  const now = Date.now();
  const hasExpired = sql<boolean>`expires_at < ${now}`;
  await deleteInChunks(database, "sessions", "id", hasExpired);
  await deleteInChunks(database, "pending_sign_ins", "token_hash", hasExpired);
  await deleteInChunks(database, "remembered_devices", "id", hasExpired);
  await deleteInChunks(database, "mail_links", "token_hash", hasExpired);
  await deleteInChunks(database, "api_keys", "id", sql`expires_at < ${now - EXPIRED_KEYS_MS}`);
  await deleteInChunks(database, "account_invitations", "id", hasExpired);
  await deleteInChunks(database, "session_changes", "id", sql`changed_at < ${now - HOUR_MS}`);
}
