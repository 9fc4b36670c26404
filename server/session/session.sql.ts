import { randomBytes, randomUUID } from "node:crypto";
import { shownRole, VERIFIED } from "@survey-app/contract/users.ts";
import { type ExpressionBuilder, sql } from "kysely";
import type { CurrentUser } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import type { AuthInstant, Tables } from "../database/tables.ts";
import { tokenHash } from "../database/tokenHash.ts";
import { isMemberNow } from "../users/users.sql.ts";

const DAY_MS = 24 * 3600_000;
/** A session ends after this many days without use, and after LIFETIME_DAYS in any case. */
export const IDLE_DAYS = 7;
const LIFETIME_DAYS = 30;

/** SQL for "a session that has not ended", for a query that reads from sessions. */
export function activeSession({ dialect }: Database) {
  return ({ and, eb }: ExpressionBuilder<Tables, "sessions">) =>
    and([
      eb("sessions.expires_at", ">", dialect.authInstant(Date.now())),
      eb("sessions.created_at", ">", dialect.authInstant(Date.now() - LIFETIME_DAYS * DAY_MS)),
    ]);
}

/** A session's user, and until when that is valid if nothing changes, in milliseconds since 1970. */
export interface CachedSession {
  user: CurrentUser;
  until: number;
}

/** The users of those `sessionIds` that have not ended, by session id, without those of blocked users. */
export async function findSessions(
  database: Database,
  sessionIds: readonly string[],
): Promise<Map<string, CachedSession>> {
  const { db, dialect } = database;
  const rows = await db
    .selectFrom("users")
    .innerJoin("sessions", "sessions.user_id", "users.id")
    .select([
      "sessions.id as sessionId",
      "users.id as userId",
      "users.email",
      "users.name",
      "users.photo_url as photoURL",
      "users.role as storedRole",
      "sessions.expires_at",
      "sessions.created_at",
    ])
    .select(({ selectFrom }) => nextMembershipEdge(selectFrom, dialect).as("membership_edge"))
    .select((eb) => isMemberNow(dialect)(eb).as("is_member"))
    .where(({ ref }) => dialect.isOneOf(ref("sessions.id"), sessionIds))
    .where("users.status", "=", VERIFIED)
    .where(activeSession(database))
    .execute();
  return new Map(
    rows.map(({ is_member, expires_at, created_at, membership_edge, ...row }) => {
      const isMember = Boolean(is_member);
      const signedInAt = instant(created_at);
      const user = { ...row, signedInAt, isMember, role: shownRole(row.storedRole, isMember) };
      const sessionEnd = Math.min(instant(expires_at), signedInAt + LIFETIME_DAYS * DAY_MS);
      return [row.sessionId, { user, until: Math.min(sessionEnd, membership_edge ?? Number.POSITIVE_INFINITY) }];
    }),
  );
}

const instant = (at: AuthInstant) => new Date(at).getTime();

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
  const renewed = { sessionId: randomUUID(), token: randomBytes(24).toString("base64url") };
  const { numUpdatedRows } = await db
    .updateTable("sessions")
    .set({ id: renewed.sessionId, token: tokenHash(renewed.token), needs_renewal: 0 })
    .where(due)
    .executeTakeFirstOrThrow();
  return numUpdatedRows ? renewed : null;
}

/** The user who is about to be signed in. */
export function findSigner({ db }: Database, userId: string) {
  return db
    .selectFrom("users")
    .select(["email", "email_verified", "status"])
    .where("id", "=", userId)
    .executeTakeFirst();
}
