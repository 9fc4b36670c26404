import type { ClockName } from "@survey-app/contract/ops/operations.ts";
import { DAY_MS } from "@survey-app/contract/text/time.ts";
import type { Database } from "../database/database.ts";

/**
 * The heartbeat: the time of each clock a minute ago, stored beside the data. A clock that differs much from it may be
 * wrong, and a clock that is ahead would close surveys and erase names, both for good. So both are held until an admin
 * confirms the clock. An instance whose clock has jumped never moves the heartbeat, so that neither a restart nor
 * another instance mistakes the wrong time for the right one. Only this instance is held: each compares its own clock,
 * and all compare the database's.
 */

/** A clock that differs by more has jumped, in milliseconds. A few days of maintenance are not a jump. */
const JUMP_MS = 30 * DAY_MS;

/** A database whose heartbeat is older may have been restored, in milliseconds. No backup is restored sooner. */
const IN_USE_MS = 5 * 60_000;

/** The least time between two emails to admins about jumps, in milliseconds, by the right clock. */
const TOLD_MS = DAY_MS;

/** A clock that has jumped: its time now, and its time at the last heartbeat, in milliseconds since 1970. */
export interface Jump {
  of: ClockName;
  from: number;
  to: number;
}

/**
 * Finds the clocks that have jumped since the last heartbeat; none before the first one, as in a database that version
 * 1.0 wrote.
 * @param lock whether the heartbeat is locked until the transaction ends
 * @param now the time of this server's clock
 */
export async function findJumps(
  { db, dialect }: Database,
  { lock = false, now = Date.now() }: { lock?: boolean; now?: number } = {},
): Promise<Jump[]> {
  const heartbeat = await db
    .selectFrom("heartbeats")
    .select(["server_at", "database_at", dialect.now.as("database_now")])
    .$if(lock, dialect.lock)
    .executeTakeFirst();
  if (!heartbeat) return [];
  const server = { of: "server", from: heartbeat.server_at, to: now } as const;
  const ofDatabase = { of: "database", from: heartbeat.database_at, to: Number(heartbeat.database_now) } as const;
  // SQLite uses the server's clock.
  const clocks = dialect.engine === "sqlite" ? [server] : [server, ofDatabase];
  return clocks.filter(({ from, to }) => Math.abs(to - from) > JUMP_MS);
}

/**
 * Whether jumps hold the jobs that can't be undone. A clock that is behind doesn't close or erase anything too early.
 */
export const isHeldBy = (jumps: readonly Jump[]): boolean => jumps.some(({ from, to }) => to > from);

/**
 * Whether this instance must not close surveys at their deadlines, or erase anything because of its age. Call it in the
 * transaction, after reading the time by which a row is due: the clock can jump at any moment.
 */
export const isClockHeld = async (database: Database): Promise<boolean> => isHeldBy(await findJumps(database));

/** When a server last used the database, in milliseconds since 1970; null if none did within five minutes. */
export async function findRecentUse({ db }: Database, now = Date.now()): Promise<number | null> {
  const heartbeat = await db.selectFrom("heartbeats").select("server_at").executeTakeFirst();
  return heartbeat && Math.abs(now - heartbeat.server_at) < IN_USE_MS ? heartbeat.server_at : null;
}

/** Runs a job that deletes what is old, unless the clock is held. */
export const unlessClockHeld =
  <Run>(database: Database, work: (run: Run) => Promise<unknown>) =>
  async (run: Run): Promise<void> => {
    if (!(await isClockHeld(database))) await work(run);
  };

/**
 * Moves the heartbeat when an admin has confirmed the clocks, and after a restore, because then they are right, however
 * old the backup is. Moves it to some minutes ago, so that the database doesn't look recently used.
 */
export const confirmHeartbeat = (database: Database, now = Date.now()): Promise<void> =>
  writeHeartbeat(database, now - 2 * IN_USE_MS);

/** Moves the heartbeat to the current times of the clocks. */
export async function writeHeartbeat({ db, dialect }: Database, now = Date.now()): Promise<void> {
  const clocks = { server_at: now, database_at: dialect.now };
  await db
    .insertInto("heartbeats")
    .values({ id: 1, ...clocks })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(clocks))
    .execute();
}

/**
 * Moves the heartbeat, unless a clock has jumped: at the start, and then every minute.
 * @returns the clocks that have jumped
 */
export function beat(database: Database, now = Date.now()): Promise<Jump[]> {
  return database.transaction(async (tx) => {
    const jumps = await findJumps(tx, { lock: true, now });
    // Without accounts there is nothing to hold, and no one who could confirm.
    if (jumps.length > 0 && (await hasAccounts(tx))) return jumps;
    await writeHeartbeat(tx, now);
    return [];
  });
}

async function hasAccounts({ db }: Database): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Records that admins are told of a jump. @returns false if they were told within a day before the last heartbeat */
export async function noteTold({ db }: Database): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("heartbeats")
    .set(({ ref }) => ({ told_at: ref("server_at") }))
    .where(({ eb, or, fn }) =>
      or([eb("told_at", "is", null), eb(fn("abs", [eb("server_at", "-", eb.ref("told_at"))]), ">=", TOLD_MS)]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
