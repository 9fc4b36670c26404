import type { Database } from "../database/database.ts";
import { consumeRateLimits, hasRateLimitCount, refundRateLimit, resetRateLimits } from "../database/rateLimits.ts";
import { clientNetworkOf } from "../http/clientNetwork.ts";
import { living } from "./session.sql.ts";

/** How many tries there may be under a key within a window. */
export interface AttemptLimit {
  key: string;
  max: number;
  /** Whom it does not hold for: one who is known by where they are. */
  except?: TrustedNetwork;
  /** Of several accounts: the success of one of them takes back its own try alone. */
  isShared?: boolean;
}

/** An account, and the network that somebody who says it is theirs is in. */
export interface TrustedNetwork {
  email: string;
  network: string;
}

/**
 * Counts one more try under each key in turn, until one is over: what a narrow limit refuses does not count against the
 * wide ones, which would let one address use them up.
 * @param windowMs after that long a count begins anew
 * @returns for how long it is over; null if none is
 */
export async function countInTurn(
  database: Database,
  limits: readonly AttemptLimit[],
  windowMs: number,
): Promise<{ leftMs: number } | null> {
  // Each by itself and not in one transaction: of a rush of tries nearly all are over with the first statement.
  for (const { key, max, except } of limits) {
    const [counted] = await consumeRateLimits(database, [{ key: tryKey(key), calls: 1 }], windowMs);
    if (!counted || counted.calls <= max || (except && (await isTrusted(database, except)))) continue;
    return { leftMs: counted.leftMs };
  }
  return null;
}

/** After a success: what was tried for the account does not count any more. */
export async function clearAttempts(database: Database, limits: readonly AttemptLimit[]): Promise<void> {
  const own = limits.filter(({ isShared }) => !isShared);
  await resetRateLimits(
    database,
    own.map(({ key }) => tryKey(key)),
  );
  for (const { key, isShared } of limits) if (isShared) await refundRateLimit(database, tryKey(key));
}

/** Counts of passwords stand in one table with those of calls. */
export const tryKey = (key: string) => `password ${key}`;
const trustKey = ({ email, network }: TrustedNetwork) => `trusted ${email} ${network}`;

/** Remembers for `windowMs` that somebody has proven from there that the account is theirs. */
export async function trust(database: Database, place: TrustedNetwork, windowMs: number): Promise<void> {
  const key = trustKey(place);
  await resetRateLimits(database, [key]);
  await consumeRateLimits(database, [{ key, calls: 1 }], windowMs);
}

/** Whether somebody is signed in to the account from that network, or has just proven there that it is theirs. */
async function isTrusted(database: Database, place: TrustedNetwork): Promise<boolean> {
  if (await hasRateLimitCount(database, trustKey(place))) return true;
  const sessions = await database.db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select("sessions.ip_address")
    .where("users.email", "=", place.email)
    .where(living(database))
    .orderBy("sessions.updated_at", "desc")
    .limit(100)
    .execute();
  return sessions.some(({ ip_address }) => ip_address && clientNetworkOf(ip_address) === place.network);
}
