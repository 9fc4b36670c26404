import type { Database } from "../../database/database.ts";
import { clientNetworkOf } from "../../http/clientNetwork.ts";
import { consumeRateLimits, hasRateLimitCount, refundRateLimit, resetRateLimits } from "../../http/rateLimits.sql.ts";
import { activeSession } from "../session.sql.ts";

/** The number of attempts allowed for a key within a window. */
export interface AttemptLimit {
  key: string;
  max: number;
  /** The limit doesn't apply to this account from this network, if the network is trusted. */
  except?: TrustedNetwork;
  /** The key covers several accounts: a successful sign-in takes back only its own attempt. */
  isShared?: boolean;
}

/** An account's address and the client's network. */
export interface TrustedNetwork {
  email: string;
  network: string;
}

/**
 * Counts an attempt for each key in turn, and stops at the first key that is over its limit: attempts that a narrow
 * limit rejects don't count for the wide ones, or one address could use these up.
 * @param windowMs the length of a window
 * @returns how long the first exceeded limit lasts; null if none is exceeded
 */
export async function countAttempts(
  database: Database,
  limits: readonly AttemptLimit[],
  windowMs: number,
): Promise<{ leftMs: number } | null> {
  // No transaction around them: in a flood of attempts nearly all are rejected by the first statement.
  for (const { key, max, except } of limits) {
    const [counted] = await consumeRateLimits(database, [{ key: attemptKey(key), used: 1 }], windowMs);
    if (!counted || counted.used <= max || (except && (await isTrusted(database, except)))) continue;
    return { leftMs: counted.leftMs };
  }
  return null;
}

/** Clears the attempts for an account after a success. */
export async function clearAttempts(database: Database, limits: readonly AttemptLimit[]): Promise<void> {
  const own = limits.filter(({ isShared }) => !isShared);
  await resetRateLimits(
    database,
    own.map(({ key }) => attemptKey(key)),
  );
  for (const { key, isShared } of limits) if (isShared) await refundRateLimit(database, attemptKey(key));
}

/** Attempts are counted in the same table as the rate limits of endpoints. */
export const attemptKey = (key: string) => `password ${key}`;
const trustKey = ({ email, network }: TrustedNetwork) => `trusted ${email} ${network}`;

/** Trusts a network for `windowMs`: a user there has just proven that the account is theirs. */
export async function trustNetwork(database: Database, trusted: TrustedNetwork, windowMs: number): Promise<void> {
  const key = trustKey(trusted);
  await resetRateLimits(database, [key]);
  await consumeRateLimits(database, [{ key, used: 1 }], windowMs);
}

/** Whether the account has a session in that network, or was just proven from there. */
async function isTrusted(database: Database, { email, network }: TrustedNetwork): Promise<boolean> {
  if (await hasRateLimitCount(database, trustKey({ email, network }))) return true;
  const sessions = await database.db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select("sessions.ip_address")
    .where("users.email", "=", email)
    .where(activeSession)
    .orderBy("sessions.updated_at", "desc")
    .limit(100)
    .execute();
  return sessions.some(({ ip_address }) => ip_address && clientNetworkOf(ip_address) === network);
}
