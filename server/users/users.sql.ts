import { BLOCKED, DELETED, type StoredRole, shownRole, type User, VERIFIED } from "@survey-app/contract/users/users.ts";
import type { ExpressionBuilder } from "kysely";
import { logAction } from "../audit/audit.sql.ts";
import type { Database } from "../database/database.ts";
import { storedFold } from "../database/foldText.ts";
import type { Tables } from "../database/tables.ts";
import { toIso } from "../database/toIso.ts";
import { idOfShownAddress, shownAddress } from "../database/userAddress.ts";
import { apiError } from "../http/apiError.ts";
import type { Actor, AdminActor, CurrentUser } from "../http/currentUser.ts";
import { lockUsableImage } from "../images/unusedImages.sql.ts";
import { lockUser } from "../session/accounts.sql.ts";
import { isMemberNow } from "../session/membership.sql.ts";
import { removeRequest } from "../surveys/surveyorRequests.sql.ts";
import { cancelForbiddenDeliveries } from "../webhooks/deliveries.sql.ts";

/** SQL for the end of a user's last membership; null without an active or future one. */
function memberUntil(dialect: Database["dialect"]) {
  return ({ selectFrom }: ExpressionBuilder<Tables, "users">) =>
    selectFrom("memberships")
      .select(({ fn }) => fn.max("memberships.ends_at").as("until"))
      .whereRef("memberships.user_id", "=", "users.id")
      .where("memberships.ends_at", ">", dialect.now);
}

export function selectUsers({ db, dialect }: Database) {
  return db
    .selectFrom("users")
    .select([
      "users.id",
      "users.name",
      shownAddress().as("email"),
      "users.email_verified",
      "users.is_guest",
      "users.role",
      "users.status",
    ])
    .select(["users.photo_url", "users.created_at", "users.erase_at"])
    .select((eb) => [isMemberNow(dialect)(eb).as("is_member"), memberUntil(dialect)(eb).as("member_until")]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectUsers>["executeTakeFirstOrThrow"]>>;

export function toUser(row: Row): User {
  const isMember = Boolean(row.is_member);
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    emailVerified: Boolean(row.email_verified),
    role: shownRole(row.role, isMember),
    status: row.status,
    photoURL: row.photo_url,
    isMember,
    memberUntil: isMember && row.member_until !== null ? toIso(Number(row.member_until)) : null,
    createdAt: toIso(row.created_at),
    ...(row.is_guest === 1 && { isGuest: true as const }),
    ...(row.erase_at !== null && { eraseAt: toIso(row.erase_at) }),
  };
}

export async function findUserByEmail(database: Database, email: string): Promise<User | null> {
  const row = await selectUsers(database).where("users.id", "=", idOfShownAddress(email)).executeTakeFirst();
  return row ? toUser(row) : null;
}

/** The result of a change of role or status. */
export type Change = "changed" | "same" | "notFound" | "lastAdmin" | "guestAccount";

/** Locks all admins who are not blocked, in order of id, so that their number stays valid until the commit. */
export async function lockAdmins({ db, dialect }: Database): Promise<string[]> {
  const admins = await db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("status", "=", VERIFIED)
    .orderBy("id")
    .$call(dialect.lock)
    .execute();
  return admins.map(({ id }) => id);
}

/**
 * Locks all active admins, and makes sure that the admin who changes another user still is one: otherwise a demoted
 * admin could make a friend an admin with a request whose body was still on its way.
 * @returns their ids
 * @throws {ApiError} `roleRequired`
 */
export async function lockAdminsFor(by: Actor, tx: Database): Promise<string[]> {
  const admins = await lockAdmins(tx);
  if (typeof by === "object" && !admins.includes(by.adminId)) throw apiError("roleRequired");
  return admins;
}

/**
 * Sets a stored role. The last admin keeps the role.
 * @throws {ApiError} `roleRequired` if `by` is no longer an admin
 */
export function setUserRole(database: Database, userId: string, role: StoredRole, by: Actor): Promise<Change> {
  return database.transaction(async (tx) => {
    const admins = await lockAdminsFor(by, tx);
    const { db } = tx;
    const user = await lockChangeable(tx, userId);
    if (!user) return "notFound";
    // A role needs a way to sign in, and an address.
    if (user.is_guest) return "guestAccount";
    if (user.role === role) return "same";
    if (admins.length === 1 && admins.includes(userId)) return "lastAdmin";
    await db.updateTable("users").set({ role }).where("id", "=", userId).execute();
    // A request to become a surveyor is decided with it; its survey awaits publication like any other.
    await removeRequest(tx, userId);
    await cancelForbiddenDeliveries(tx, userId);
    await logAction(tx, by, {
      action: "roleChanged",
      about: { kind: "user", id: userId },
      before: { role: user.role },
      after: { role },
    });
    return "changed";
  });
}

/**
 * Blocks a user and ends their sessions, or unblocks them. An admin remains, because only another admin can block one.
 * @throws {ApiError} `roleRequired` if `by` is no longer an admin
 */
export function setUserStatus(
  database: Database,
  userId: string,
  status: typeof VERIFIED | typeof BLOCKED,
  by: AdminActor,
): Promise<Exclude<Change, "lastAdmin" | "guestAccount">> {
  return database.transaction(async (tx) => {
    await lockAdminsFor(by, tx);
    const { db } = tx;
    const user = await lockChangeable(tx, userId);
    if (!user) return "notFound";
    if (user.status === status) return "same";
    await db.updateTable("users").set({ status }).where("id", "=", userId).execute();
    if (status === BLOCKED) await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
    await cancelForbiddenDeliveries(tx, userId);
    await logAction(tx, by, {
      action: "userStatusChanged",
      about: { kind: "user", id: userId },
      before: { status: user.status },
      after: { status },
    });
    return "changed";
  });
}

/** Locks a user who can be changed: deleted accounts can't, also those that are deleted at this moment. */
export function lockChangeable({ db, dialect }: Database, userId: string) {
  return db
    .selectFrom("users")
    .select(["role", "status", "is_guest", "email", "email_verified", "erase_at"])
    .where("id", "=", userId)
    .where("status", "!=", DELETED)
    .$call(dialect.lock)
    .executeTakeFirst();
}

export interface Profile {
  displayName: string;
  photoURL: string | null;
}

/**
 * Changes the given fields of a profile, if they differ from the stored ones.
 * @returns the profile before and after; `imageGone`: the photo is an upload that the user may not use; `deleted`: the
 *   account was deleted at the same time, and must not get a name again
 */
export function setProfile(
  database: Database,
  user: CurrentUser,
  wanted: Partial<Profile>,
): Promise<{ before: Profile; after: Profile } | "imageGone" | "deleted"> {
  return database.transaction(async (tx) => {
    const { status, name, photo_url } = await lockUser(tx, user.userId);
    if (status === DELETED) return "deleted";
    const before = { displayName: name, photoURL: photo_url };
    const after = { ...before, ...wanted };
    if (after.photoURL && after.photoURL !== before.photoURL && !(await lockUsableImage(tx, after.photoURL, user)))
      return "imageGone";
    if (after.displayName !== before.displayName || after.photoURL !== before.photoURL) {
      const ofUser = tx.db.updateTable("users").where("id", "=", user.userId);
      await ofUser.set({ name: after.displayName, photo_url: after.photoURL, updated_at: Date.now() }).execute();
      // After the name, with which a trigger empties it.
      await ofUser.set({ folded: storedFold(after.displayName) }).execute();
    }
    return { before, after };
  });
}
