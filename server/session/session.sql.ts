import { randomUUID } from "node:crypto";
import { shownRole, VERIFIED } from "@survey-app/contract/users.ts";
import { type ExpressionBuilder, sql } from "kysely";
import type { CurrentUser } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import { createToken, tokenHash } from "../database/tokenHash.ts";
import { isMemberNow } from "../users/users.sql.ts";

const DAY_MS = 24 * 3600_000;
/** A session ends after this many days without use, and after LIFETIME_DAYS in any case. */
const IDLE_DAYS = 7;
const LIFETIME_DAYS = 30;
/** The cookie outlives an idle session, which the server ends: so it never has to be sent again when a session is used. */
export const COOKIE_SECONDS = (LIFETIME_DAYS * DAY_MS) / 1000;
/** A session's use is stored at most this often, to save writes. */
const SEEN_MS = 15 * 60_000;

/** When a session that is used now ends without further use, in milliseconds since 1970. */
export const idleEnd = () => Date.now() + IDLE_DAYS * DAY_MS;

/** SQL for "a session that has not ended", for a query that reads from sessions. */
export function activeSession({ and, eb }: ExpressionBuilder<Tables, "sessions">) {
  return and([
    eb("sessions.expires_at", ">", Date.now()),
    eb("sessions.created_at", ">", Date.now() - LIFETIME_DAYS * DAY_MS),
  ]);
}

/** A session's user, and until when that is valid if nothing changes, in milliseconds since 1970. */
export interface CachedSession {
  user: CurrentUser;
  until: number;
}

/** Selects users who are not blocked, with the columns of `CurrentUser` that don't depend on how they signed in. */
export function selectActiveUsers({ db, dialect }: Database) {
  return db
    .selectFrom("users")
    .select([
      "users.id as userId",
      "users.email",
      "users.name",
      "users.photo_url as photoURL",
      "users.role as storedRole",
    ])
    .select(({ selectFrom }) => nextMembershipEdge(selectFrom, dialect).as("membership_edge"))
    .select((eb) => isMemberNow(dialect)(eb).as("is_member"))
    .where("users.status", "=", VERIFIED);
}

/** @param end when the session or API key ends, in milliseconds since 1970 */
export function toCachedSession(
  {
    is_member,
    membership_edge,
    ...row
  }: Omit<CurrentUser, "isMember" | "role"> & { is_member: unknown; membership_edge: number | null },
  end: number,
): CachedSession {
  const isMember = Boolean(is_member);
  const user = { ...row, isMember, role: shownRole(row.storedRole, isMember) };
  return { user, until: Math.min(end, membership_edge ?? Number.POSITIVE_INFINITY) };
}

/**
 * The users of those `sessionIds` that have not ended, by session id, without those of blocked users.
 * @param adminSecondFactor whether admins have their rights only in sessions with a second factor
 */
export async function findSessions(
  database: Database,
  sessionIds: readonly string[],
  { adminSecondFactor }: { adminSecondFactor: boolean },
): Promise<Map<string, CachedSession>> {
  const rows = await selectActiveUsers(database)
    .innerJoin("sessions", "sessions.user_id", "users.id")
    .select([
      "sessions.id as sessionId",
      "sessions.expires_at",
      "sessions.created_at as signedInAt",
      "has_second_factor",
    ])
    .where(({ ref }) => database.dialect.isOneOf(ref("sessions.id"), sessionIds))
    .where(activeSession)
    .execute();
  return new Map(
    rows.map(({ expires_at, has_second_factor, ...row }) => {
      const end = Math.min(expires_at, row.signedInAt + LIFETIME_DAYS * DAY_MS);
      const lacksSecondFactor = adminSecondFactor && row.storedRole === "admin" && !has_second_factor;
      // Every right of an admin follows from the role, so none can be forgotten here.
      const storedRole = lacksSecondFactor ? "user" : row.storedRole;
      return [row.sessionId, toCachedSession({ ...row, storedRole, lacksSecondFactor, apiKey: null }, end)];
    }),
  );
}

/**
 * Whether a session still exists, which then can't end before the transaction does: a request that began before its session
 * ended must not leave a way in behind.
 */
export async function lockSession({ db, dialect }: Database, sessionId: string): Promise<boolean> {
  const session = db.selectFrom("sessions").select("id").where("id", "=", sessionId).$call(dialect.lock);
  return (await session.executeTakeFirst()) !== undefined;
}

/** When a membership of the user next begins or ends. */
function nextMembershipEdge(
  selectFrom: ExpressionBuilder<Tables, "users">["selectFrom"],
  { now }: Database["dialect"],
) {
  return selectFrom("memberships")
    .select(sql<number | null>`min(case when starts_at > ${now} then starts_at else ends_at end)`.as("edge"))
    .whereRef("memberships.user_id", "=", "users.id")
    .where("memberships.ends_at", ">", now);
}

/**
 * Gives a session whose user got another role a new id and a new secret (session fixation). It keeps the sign-in time,
 * the expiry and the device. @returns null for a session that needs no renewal
 */
export async function renewSession(
  { db }: Database,
  sessionId: string,
): Promise<{ sessionId: string; token: string } | null> {
  const due = (eb: ExpressionBuilder<Tables, "sessions">) =>
    eb.and([eb("sessions.id", "=", sessionId), eb("sessions.needs_renewal", "=", 1)]);
  // Most sessions are not due, and a read takes no lock.
  if (!(await db.selectFrom("sessions").select("id").where(due).executeTakeFirst())) return null;
  const renewed = { sessionId: randomUUID(), token: createToken() };
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set({ id: renewed.sessionId, token: tokenHash(renewed.token), needs_renewal: 0 })
    .where(due)
    .executeTakeFirstOrThrow();
  return numUpdatedRows ? renewed : null;
}

/** Finds the session of a cookie and extends it, because it is used. @returns its id; null if it has ended */
export async function touchSession({ db }: Database, token: string): Promise<string | null> {
  const found = await db
    .selectFrom("sessions")
    .select(["id", "expires_at"])
    .where("token", "=", tokenHash(token))
    .where(activeSession)
    .executeTakeFirst();
  if (!found) return null;
  const end = idleEnd();
  if (end - found.expires_at < SEEN_MS) return found.id;
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set({ expires_at: end, updated_at: Date.now() })
    .where("id", "=", found.id)
    .executeTakeFirstOrThrow();
  // It may have ended, or been replaced, since it was read.
  return numUpdatedRows ? found.id : null;
}

/** Ends the session of a cookie. @param userId only of this user. @returns undefined if there is none */
export function endSessionOf({ db }: Database, token: string, userId?: string) {
  const ending = db.deleteFrom("sessions").where("token", "=", tokenHash(token));
  return (userId === undefined ? ending : ending.where("user_id", "=", userId))
    .returning(["id", "user_id"])
    .executeTakeFirst();
}

/**
 * Takes the second factor from a user's sessions, because the account has lost one: where admins need one, they are plain users
 * until they sign in with another.
 */
export async function forgetSecondFactor({ db }: Database, userId: string): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ has_second_factor: 0 })
    .where("user_id", "=", userId)
    .where("has_second_factor", "=", 1)
    .execute();
}
