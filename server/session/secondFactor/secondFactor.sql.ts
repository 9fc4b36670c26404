import { writtenAddress } from "@survey-app/contract/text/emailAddress.ts";
import { REMEMBERED_DAYS } from "@survey-app/contract/text/limits.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import { logAction } from "../../audit/audit.sql.ts";
import type { Database } from "../../database/database.ts";
import { newId } from "../../database/newId.ts";
import { toIso } from "../../database/toIso.ts";
import { createToken, tokenHash } from "../../database/tokenHash.ts";
import type { Actor } from "../../http/currentUser.ts";
import { consumeRateLimits } from "../../http/rateLimits.sql.ts";
import { enqueueEmail } from "../../mail/outbox.sql.ts";
import { lockUser } from "../accounts.sql.ts";
import { deviceOf, HEADER_MAX } from "../device.ts";
import { consumePending, findPending, insertPending } from "../pending.sql.ts";
import { lockSender, type Sender } from "../sender.sql.ts";
import { endSessions, forgetSecondFactor } from "../session.sql.ts";
import {
  createRecoveryCodes,
  createSecret,
  describeSecret,
  isAppCode,
  normalizeCode,
  recoveryHash,
  type SecretBox,
  stepOf,
} from "./codes.ts";

export const REMEMBERED_SECONDS = (REMEMBERED_DAYS * DAY_MS) / 1000;

/**
 * Starts setting up an authenticator app, in place of an earlier start by this session.
 * @returns the secret; `confirmFirst`: an address that is not confirmed may belong to another person, who would be
 *   locked out
 * @throws {ApiError} `sessionEnded`
 */
export function setUpSecondFactor(
  database: Database,
  sender: Sender,
  { box, siteName }: { box: SecretBox; siteName: string },
): Promise<{ secret: string; url: string } | "confirmFirst" | "alreadySo"> {
  return database.transaction(async (tx) => {
    const user = await lockSender(tx, sender);
    if (!user.email_verified) return "confirmFirst";
    if (await hasSecondFactor(tx, user.id)) return "alreadySo";
    const secret = createSecret();
    await insertPending(tx, "setup", sender.sessionId, { secret: box.seal(secret, user.id) });
    return describeSecret(secret, { site: siteName, email: writtenAddress(user.email) });
  });
}

/**
 * Turns the second factor on with a first code of the app. Ends all other sessions, which had only one factor.
 * @returns the recovery codes
 * @throws {ApiError} `sessionEnded`
 */
export function turnOnSecondFactor(
  database: Database,
  sender: Sender,
  { code, box }: { code: string; box: SecretBox },
): Promise<string[] | "wrongCode" | "tookTooLong" | "alreadySo"> {
  return database.transaction(async (tx) => {
    const user = await lockSender(tx, sender);
    const { userId, sessionId } = sender;
    if (await hasSecondFactor(tx, userId)) return "alreadySo";
    const pending = await findPending(tx, "setup", sessionId);
    const secret = pending && box.open(pending.secret, userId);
    if (!pending || !secret) return "tookTooLong";
    const step = stepOf(secret, normalizeCode(code));
    if (step === null) return "wrongCode";
    await consumePending(tx, "setup", sessionId);
    const factor = { user_id: userId, secret: pending.secret, last_step: step, created_at: Date.now() };
    await tx.db.insertInto("second_factors").values(factor).execute();
    await endSessions(tx, userId, { except: sessionId });
    // An admin gets rights with it where a second factor is needed, so the session is renewed as after a change of
    // role.
    const raised = { has_second_factor: 1, needs_renewal: 1 };
    await tx.db.updateTable("sessions").set(raised).where("id", "=", sessionId).execute();
    await enqueueEmail(tx, user.email, { kind: "securityChange", change: "secondFactorOn" });
    return replaceRecoveryCodes(tx, userId);
  });
}

/**
 * Turns the second factor off, with everything that belongs to it. Sessions no longer have one; that takes effect
 * within a second.
 * @param by writes an audit event, if it is not the user
 * @returns whether it was on
 */
export function turnOffSecondFactor(database: Database, userId: string, by: Actor | null): Promise<boolean> {
  return database.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    const removed = await tx.db.deleteFrom("second_factors").where("user_id", "=", userId).executeTakeFirstOrThrow();
    if (Number(removed.numDeletedRows) === 0) return false;
    for (const table of ["recovery_codes", "remembered_devices"] as const)
      await tx.db.deleteFrom(table).where("user_id", "=", userId).execute();
    await forgetSecondFactor(tx, userId);
    await enqueueEmail(tx, user.email, { kind: "securityChange", change: "secondFactorOff" });
    const about = { kind: "user", id: userId } as const;
    if (by !== null) await logAction(tx, by, { action: "secondFactorRemoved", about, before: {}, after: {} });
    return true;
  });
}

/** Replaces the recovery codes. @returns `alreadySo`: the second factor is off @throws {ApiError} `sessionEnded` */
export function renewRecoveryCodes(database: Database, sender: Sender): Promise<string[] | "alreadySo"> {
  return database.transaction(async (tx) => {
    const user = await lockSender(tx, sender);
    if (!(await hasSecondFactor(tx, user.id))) return "alreadySo";
    await enqueueEmail(tx, user.email, { kind: "securityChange", change: "recoveryCodesRenewed" });
    return replaceRecoveryCodes(tx, user.id);
  });
}

/** @returns the new codes; only their hashes are stored */
async function replaceRecoveryCodes({ db }: Database, userId: string): Promise<string[]> {
  const codes = createRecoveryCodes();
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await db
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_hash: recoveryHash(code) })))
    .execute();
  return codes;
}

/** The user's second factor and remembered devices; at most 100 devices, newest first. */
export async function readSecondFactor({ db }: Database, userId: string) {
  const factor = await db
    .selectFrom("second_factors")
    .select("created_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const { left } = await db
    .selectFrom("recovery_codes")
    .select(({ fn }) => fn.countAll<number>().as("left"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const devices = await db
    .selectFrom("remembered_devices")
    .select(["id", "user_agent", "created_at", "expires_at"])
    .where("user_id", "=", userId)
    .where("expires_at", ">", Date.now())
    .orderBy("id", "desc")
    .limit(100)
    .execute();
  return {
    since: factor ? toIso(factor.created_at) : null,
    recoveryCodesLeft: Number(left),
    devices: devices.map((row) => ({
      _id: row.id,
      device: deviceOf(row.user_agent),
      createdAt: toIso(row.created_at),
      expiresAt: toIso(row.expires_at),
    })),
  };
}

/** Forgets a remembered device of a user. @returns whether there was one */
export async function forgetDevice({ db }: Database, userId: string, id: string): Promise<boolean> {
  const forgetting = db.deleteFrom("remembered_devices").where("user_id", "=", userId).where("id", "=", id);
  return Number((await forgetting.executeTakeFirstOrThrow()).numDeletedRows) > 0;
}

/** Whether sign-ins of the user need a second factor. */
export async function hasSecondFactor({ db }: Database, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom("second_factors")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a browser with this token is a remembered device of the user. */
export async function isRemembered({ db }: Database, userId: string, deviceToken: string | null): Promise<boolean> {
  if (deviceToken === null) return false;
  const found = await db
    .selectFrom("remembered_devices")
    .select("id")
    .where("token_hash", "=", tokenHash(deviceToken))
    .where("user_id", "=", userId)
    .where("expires_at", ">", Date.now())
    .executeTakeFirst();
  return found !== undefined;
}

/** Remembers a browser. @returns the token for its cookie */
export async function rememberDevice({ db }: Database, userId: string, userAgent: string | undefined): Promise<string> {
  const token = createToken();
  const now = Date.now();
  await db
    .insertInto("remembered_devices")
    .values({
      id: newId(),
      user_id: userId,
      token_hash: tokenHash(token),
      user_agent: userAgent?.slice(0, HEADER_MAX) ?? null,
      created_at: now,
      expires_at: now + REMEMBERED_SECONDS * 1000,
    })
    .execute();
  return token;
}

/**
 * Uses a code of a locked user up: an app's code once in its time step, a recovery code once.
 * @returns `wrong` also for a code that was used before
 */
export async function consumeCode(
  { db }: Database,
  userId: string,
  typed: string,
  box: SecretBox,
): Promise<"wrong" | "app" | "recovery"> {
  const code = normalizeCode(typed);
  if (!isAppCode(code)) {
    const used = await db
      .deleteFrom("recovery_codes")
      .where("user_id", "=", userId)
      .where("code_hash", "=", recoveryHash(code))
      .executeTakeFirstOrThrow();
    return Number(used.numDeletedRows) > 0 ? "recovery" : "wrong";
  }
  const factor = await db
    .selectFrom("second_factors")
    .select(["secret", "last_step"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const secret = factor ? box.open(factor.secret, userId) : null;
  const step = secret && stepOf(secret, code);
  if (!factor || step === null || step <= factor.last_step) return "wrong";
  await db.updateTable("second_factors").set({ last_step: step }).where("user_id", "=", userId).execute();
  return "app";
}

/** Tells the owner, once a day, that someone who knows the password tries codes. */
export async function warnOfGuesses(database: Database, userId: string): Promise<void> {
  const [counted] = await consumeRateLimits(database, [{ key: `codes warned ${userId}`, used: 1 }], DAY_MS);
  if (counted?.used !== 1) return;
  const users = database.db.selectFrom("users").select("email").where("id", "=", userId);
  const { email } = await users.executeTakeFirstOrThrow();
  await enqueueEmail(database, email, { kind: "securityChange", change: "codesGuessed" });
}
