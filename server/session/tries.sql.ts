import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import { neighbourhoodOf } from "../http/address.ts";
import { living } from "./session.sql.ts";

/** How many tries there may be under a key within a window. */
export interface TryLimit {
  key: string;
  max: number;
  /** Whom it does not hold for: one who is known by where they are. */
  except?: TrustedPlace;
  /** Of several accounts: the success of one of them takes back its own try alone. */
  isShared?: boolean;
}

/** An account, and the network that somebody who says it is theirs is in. */
export interface TrustedPlace {
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
  limits: readonly TryLimit[],
  windowMs: number,
): Promise<{ leftMs: number } | null> {
  // Each by itself and not in one transaction: of a rush of tries nearly all are over with the first statement.
  for (const { key, max, except } of limits) {
    const { tries, since, now } = await countTry(database, key, windowMs);
    if (tries <= max || (except && (await isTrusted(database, except, windowMs)))) continue;
    return { leftMs: since + windowMs - now };
  }
  return null;
}

/** Counts one more try under a key, in one statement, so that of any number at once each learns its own place. */
export function countTry(
  { db, dialect }: Database,
  key: string,
  windowMs: number,
): Promise<{ tries: number; since: number; now: number }> {
  const isOver = sql<boolean>`password_tries.since <= ${dialect.now} - ${sql.lit(windowMs)}`;
  return db
    .insertInto("password_tries")
    .values({ key, tries: 1, since: dialect.now })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        tries: sql<number>`case when ${isOver} then 1 else password_tries.tries + 1 end`,
        since: sql<number>`case when ${isOver} then ${dialect.now} else password_tries.since end`,
      }),
    )
    .returning(["tries", "since", dialect.now.as("now")])
    .executeTakeFirstOrThrow();
}

/** After a success: what was tried for the account does not count any more. */
export function forgetTries(database: Database, limits: readonly TryLimit[]): Promise<void> {
  return database.transaction(async ({ db }) => {
    for (const { key, isShared } of limits) {
      if (!isShared) await db.deleteFrom("password_tries").where("key", "=", key).execute();
      else
        await db
          .updateTable("password_tries")
          .set(({ eb }) => ({ tries: eb("tries", "-", 1) }))
          .where("key", "=", key)
          .where("tries", ">", 0)
          .execute();
    }
  });
}

const trustKey = ({ email, network }: TrustedPlace) => `trusted ${email} ${network}`;

/** Remembers, as long as tries are counted, that somebody has proven from there that the account is theirs. */
export async function trust(database: Database, place: TrustedPlace): Promise<void> {
  await countTry(database, trustKey(place), 0);
}

/** Whether somebody is signed in to the account from that network, or has just proven there that it is theirs. */
async function isTrusted(database: Database, place: TrustedPlace, windowMs: number): Promise<boolean> {
  const { db, dialect } = database;
  const proven = await db
    .selectFrom("password_tries")
    .select("key")
    .where("key", "=", trustKey(place))
    .where("since", ">", sql<number>`${dialect.now} - ${sql.lit(windowMs)}`)
    .executeTakeFirst();
  if (proven) return true;
  const sessions = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select("sessions.ip_address")
    .where("users.email", "=", place.email)
    .where(living(database))
    .orderBy("sessions.updated_at", "desc")
    .limit(100)
    .execute();
  return sessions.some(({ ip_address }) => ip_address && neighbourhoodOf(ip_address) === place.network);
}
