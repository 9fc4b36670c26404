import { REMEMBERED_DAYS } from "@survey-app/contract/secondFactor.ts";
import type { Database } from "../../database/database.ts";
import { newId } from "../../database/newId.ts";
import { consumeRateLimits } from "../../database/rateLimits.ts";
import { createToken, tokenHash } from "../../database/tokenHash.ts";
import { enqueueEmail } from "../../mail/outbox.sql.ts";
import { deviceOf, HEADER_MAX } from "../device.ts";
import { createRecoveryCodes, isAppCode, normalizeCode, recoveryHash, type SecretBox, stepOf } from "./codes.ts";

const DAY_MS = 24 * 3600_000;
export const REMEMBERED_SECONDS = (REMEMBERED_DAYS * DAY_MS) / 1000;

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

/** Tells the owner, once a day, that someone who knows the password tries codes. */
export async function warnOfGuesses(database: Database, userId: string): Promise<void> {
  const [counted] = await consumeRateLimits(database, [{ key: `codes warned ${userId}`, used: 1 }], DAY_MS);
  if (counted?.used !== 1) return;
  const users = database.db.selectFrom("users").select("email").where("id", "=", userId);
  const { email } = await users.executeTakeFirstOrThrow();
  await enqueueEmail(database, email, { kind: "securityChange", change: "codesGuessed" });
}

/** The user's second factor and remembered devices; 100 devices at most, newest first. */
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
    since: factor ? new Date(factor.created_at).toISOString() : null,
    recoveryCodesLeft: Number(left),
    devices: devices.map((row) => ({
      _id: row.id,
      device: deviceOf(row.user_agent),
      createdAt: new Date(row.created_at).toISOString(),
      expiresAt: new Date(row.expires_at).toISOString(),
    })),
  };
}

/** Forgets remembered devices of a user: one, or all. @returns how many there were */
export async function forgetDevices({ db }: Database, userId: string, only?: string): Promise<number> {
  let forgetting = db.deleteFrom("remembered_devices").where("user_id", "=", userId);
  if (only !== undefined) forgetting = forgetting.where("id", "=", only);
  return Number((await forgetting.executeTakeFirstOrThrow()).numDeletedRows);
}

/** Stores the second factor of a locked user, with new recovery codes. @returns the codes */
export async function insertSecondFactor(
  tx: Database,
  userId: string,
  { secret, step }: { secret: string; step: number },
): Promise<string[]> {
  await tx.db
    .insertInto("second_factors")
    .values({ user_id: userId, secret, last_step: step, created_at: Date.now() })
    .execute();
  return replaceRecoveryCodes(tx, userId);
}

/** @returns the new codes, of which only hashes are stored */
export async function replaceRecoveryCodes({ db }: Database, userId: string): Promise<string[]> {
  const codes = createRecoveryCodes();
  await db.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await db
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_hash: recoveryHash(code) })))
    .execute();
  return codes;
}

/** Deletes the second factor of a user, with all that belongs to it. @returns whether there was one */
export async function deleteSecondFactor({ db }: Database, userId: string): Promise<boolean> {
  const removed = await db.deleteFrom("second_factors").where("user_id", "=", userId).executeTakeFirstOrThrow();
  for (const table of ["recovery_codes", "remembered_devices"] as const)
    await db.deleteFrom(table).where("user_id", "=", userId).execute();
  return Number(removed.numDeletedRows) > 0;
}

/**
 * Uses a code of a locked user up: an app's code once in its time step, a recovery code once.
 * @returns `wrong` also for a code that was used before
 */
export async function useCode(
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
