import { shownRole, VERIFIED } from "@survey-app/contract/users/users.ts";
import { type ExpressionBuilder, sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Tables } from "../database/tables.ts";
import { shownAddress } from "../database/userAddress.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import { toScopes } from "./apiKeys.sql.ts";
import { isMemberNow } from "./membership.sql.ts";
import { activeSession, LIFETIME_MS } from "./session.sql.ts";

/** The settings on which the rights of sessions and API keys depend. */
export interface SessionSettings {
  adminSecondFactor: boolean;
  oidc: { isOnly: boolean } | null;
}

/** A session's user, and until when that is valid if nothing changes, in milliseconds since 1970. */
export interface CachedSession {
  user: CurrentUser;
  until: number;
}

/** Selects users who are not blocked, with the columns of `CurrentUser` that don't depend on how they signed in. */
function selectActiveUsers({ db, dialect }: Database) {
  return db
    .selectFrom("users")
    .select([
      "users.id as userId",
      shownAddress().as("email"),
      "users.is_guest",
      "users.name",
      "users.photo_url as photoURL",
      "users.role as storedRole",
    ])
    .select(({ selectFrom }) => nextMembershipEdge(selectFrom, dialect).as("membership_edge"))
    .select((eb) => isMemberNow(dialect)(eb).as("is_member"))
    .where("users.status", "=", VERIFIED);
}

/** @param end when the session or API key ends, in milliseconds since 1970 */
function toCachedSession(
  {
    is_member,
    is_guest,
    membership_edge,
    ...row
  }: Omit<CurrentUser, "isMember" | "isGuest" | "role"> & {
    is_member: unknown;
    is_guest: number;
    membership_edge: number | null;
  },
  end: number,
): CachedSession {
  const isMember = Boolean(is_member);
  const user = { ...row, isMember, isGuest: is_guest === 1, role: shownRole(row.storedRole, isMember) };
  return { user, until: Math.min(end, membership_edge ?? Number.POSITIVE_INFINITY) };
}

/**
 * The users of those `sessionIds` that have not ended, by session id, without those of blocked users.
 * @param adminSecondFactor whether admins have their rights only in sessions with a second factor
 */
export async function findSessions(
  database: Database,
  sessionIds: readonly string[],
  { adminSecondFactor }: SessionSettings,
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
      const end = Math.min(expires_at, row.signedInAt + LIFETIME_MS);
      const lacksSecondFactor = adminSecondFactor && row.storedRole === "admin" && !has_second_factor;
      // All rights of an admin follow from the role, so changing it here covers them all.
      const storedRole = lacksSecondFactor ? "user" : row.storedRole;
      return [row.sessionId, toCachedSession({ ...row, storedRole, lacksSecondFactor, apiKey: null }, end)];
    }),
  );
}

/**
 * The users of those API keys that have not expired, by the key's hash, without those of blocked users. With a key, an
 * admin has the rights of a surveyor, because admins' actions require a sign-in.
 * @param settings `adminSecondFactor`: whether admins need a second factor; keys don't have one, so admins' keys then
 *   have a user's rights. `oidc`: with `isOnly`, keys end as old as sessions, because their owners may have left the
 *   organization
 */
export async function findUsersOfKeys(
  database: Database,
  hashes: readonly string[],
  { adminSecondFactor, oidc }: SessionSettings,
): Promise<Map<string, CachedSession>> {
  const rows = await selectActiveUsers(database)
    .innerJoin("api_keys", "api_keys.user_id", "users.id")
    .select(["api_keys.id as sessionId", "api_keys.key_hash", "api_keys.scopes", "api_keys.expires_at"])
    .select("api_keys.created_at as createdAt")
    .where(({ ref }) => database.dialect.isOneOf(ref("api_keys.key_hash"), hashes))
    .execute();
  const keys = rows.map(({ expires_at, createdAt, ...row }) => ({
    ...row,
    end: Math.min(
      expires_at ?? Number.POSITIVE_INFINITY,
      oidc?.isOnly ? createdAt + LIFETIME_MS : Number.POSITIVE_INFINITY,
    ),
  }));
  const valid = keys.filter(({ end }) => end > Date.now());
  return new Map(
    valid.map(({ key_hash, scopes, end, storedRole, ...row }) => {
      const apiKey = { id: row.sessionId, scopes: toScopes(scopes) };
      const roleOfAdmin = adminSecondFactor ? "user" : "surveyor";
      const role = storedRole === "admin" ? roleOfAdmin : storedRole;
      const user = { ...row, storedRole: role, signedInAt: 0, lacksSecondFactor: false, apiKey } as const;
      return [key_hash, toCachedSession(user, end)];
    }),
  );
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

/** A position in the log of session changes; opaque. */
export type Mark = string;

export interface SessionChanges {
  /** The users whose sessions, roles, names or memberships changed since the given mark. */
  userIds: string[];
  /** The mark for the next call. */
  mark: Mark;
}

/**
 * Reads the session changes since a mark. Some may be returned twice, but none is missed: on PostgreSQL a transaction
 * that began earlier may commit later, so the changes of all transactions that were running at the mark are read again.
 * @param since null for the first call, which returns only a mark
 */
export async function readSessionChanges({ db, dialect }: Database, since: Mark | null): Promise<SessionChanges> {
  const { rows } =
    dialect.engine === "postgres"
      ? await sql<{ mark: string; userIds: string }>`
          select pg_snapshot_xmin(pg_current_snapshot())::text as mark, (
            select coalesce(json_agg(user_id), '[]')::text from session_changes where transaction_id >= ${since}::xid8
          ) as "userIds"`.execute(db)
      : await sql<{ mark: string; userIds: string }>`
          select cast(coalesce(max(id), 0) as text) as mark, (
            select json_group_array(user_id) from session_changes where id > cast(${since} as integer)
          ) as "userIds" from session_changes`.execute(db);
  const [{ mark, userIds } = { mark: "0", userIds: "[]" }] = rows;
  return { mark, userIds: since === null ? [] : (JSON.parse(userIds) as string[]) };
}
