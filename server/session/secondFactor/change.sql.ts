import { lockUser } from "../../account/proof.sql.ts";
import { logAction } from "../../audit/audit.sql.ts";
import type { Actor } from "../../database/currentUser.ts";
import type { Database } from "../../database/database.ts";
import { enqueueEmail } from "../../mail/outbox.sql.ts";
import { consumePending, findPending, insertPending } from "../pending.sql.ts";
import { forgetSecondFactor, lockSession } from "../session.sql.ts";
import { endSessions } from "../userSessions.sql.ts";
import { createSecret, describeSecret, normalizeCode, type SecretBox, stepOf } from "./codes.ts";
import { deleteSecondFactor, hasSecondFactor, insertSecondFactor, replaceRecoveryCodes } from "./secondFactor.sql.ts";

/** The session in which a user changes the second factor. */
interface Changing {
  userId: string;
  sessionId: string;
}

/**
 * Starts setting up an authenticator app, in place of an earlier start by this session.
 * @returns the secret; `unconfirmed`: an address that is not confirmed may belong to another person, who would be locked out
 */
export function startSetup(
  database: Database,
  { userId, sessionId }: Changing,
  box: SecretBox,
): Promise<{ secret: string; url: string } | "unconfirmed" | "isOn"> {
  return database.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user.email_verified) return "unconfirmed";
    if (await hasSecondFactor(tx, userId)) return "isOn";
    const secret = createSecret();
    await insertPending(tx, "setup", sessionId, { secret: box.seal(secret, userId) });
    return describeSecret(secret, user.email);
  });
}

/**
 * Turns the second factor on with a first code of the app. Ends all other sessions, which had only one factor.
 * @returns the recovery codes
 */
export function turnOn(
  database: Database,
  { userId, sessionId }: Changing,
  { code, box }: { code: string; box: SecretBox },
): Promise<string[] | "sessionEnded" | "wrong" | "stale" | "isOn"> {
  return database.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!(await lockSession(tx, sessionId))) return "sessionEnded";
    if (await hasSecondFactor(tx, userId)) return "isOn";
    const pending = await findPending(tx, "setup", sessionId);
    const secret = pending && box.open(pending.secret, userId);
    if (!pending || !secret) return "stale";
    const step = stepOf(secret, normalizeCode(code));
    if (step === null) return "wrong";
    await consumePending(tx, "setup", sessionId);
    const codes = await insertSecondFactor(tx, userId, { secret: pending.secret, step });
    await endSessions(tx, userId, { except: sessionId });
    await tx.db.updateTable("sessions").set({ has_second_factor: 1 }).where("id", "=", sessionId).execute();
    await enqueueEmail(tx, user.email, { kind: "securityChange", change: "secondFactorOn" });
    return codes;
  });
}

/** Turns the second factor off. @param by writes an audit event, if it is not the user. @returns whether it was on */
export function turnOff(database: Database, userId: string, by: Actor | null): Promise<boolean> {
  return database.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!(await deleteSecondFactor(tx, userId))) return false;
    await forgetSecondFactor(tx, userId);
    await enqueueEmail(tx, user.email, { kind: "securityChange", change: "secondFactorOff" });
    const about = { kind: "user", id: userId } as const;
    if (by !== null) await logAction(tx, by, { action: "secondFactorRemoved", about, before: {}, after: {} });
    return true;
  });
}

/** Replaces the recovery codes. @returns null if the second factor is off */
export function renewCodes(database: Database, userId: string): Promise<string[] | null> {
  return database.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!(await hasSecondFactor(tx, userId))) return null;
    await enqueueEmail(tx, user.email, { kind: "securityChange", change: "recoveryCodesRenewed" });
    return replaceRecoveryCodes(tx, userId);
  });
}
