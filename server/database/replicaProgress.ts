import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import type { Database } from "./database.ts";

/** What the replica has: everything that was committed before `at`, by `performance.now()`. */
export interface Reached {
  at: number;
  /** At most so many milliseconds behind the database. */
  behindMs: number;
}

/** How far a replica has come. */
export interface Progress {
  /**
   * Looks how far. Throws when the replica does not answer.
   * @returns "unknown" as long as it can't be told, and while the database itself does not answer
   */
  look(): Promise<Reached | "unknown" | "no replica">;
  close(): Promise<void>;
}

/** Longer than this without an answer, in milliseconds, is away. */
const ANSWER_MS = 2000;
/** Places of the log that are remembered while the replica is far behind. */
const PLACES_MAX = 100;

/**
 * Compares how far the log of changes is in the database and in its replica, at each call, over a connection of its own.
 * Asking the replica when it last changed something would take an idle database for a late replica, and one that is cut
 * off for a fresh one.
 * @param lagMaxMs beyond that nobody cares how far exactly
 */
export function watchProgress(database: Database, url: string, lagMaxMs: number): Progress {
  const replica = openConnection(url);
  /** Places of the database's log, each with a time when it had come there: from the last that the replica has reached on. */
  let places: { place: bigint; at: number }[] = [];

  async function databasePlace(): Promise<bigint | null> {
    try {
      // Where the next change will be: what was committed may not be written yet, where the server is set up so.
      const asked = sql<{ place: string }>`select pg_current_wal_insert_lsn()::text as place`.execute(database.db);
      return toPlace((await inTime(asked)).rows[0]?.place);
    } catch {
      return null;
    }
  }

  return {
    async look() {
      const at = performance.now();
      const here = await databasePlace();
      const there = toPlace(
        await replica.ask("select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as answer"),
      );
      if (there === null) return "no replica";
      if (here === null) return "unknown";
      places.push({ place: here, at });
      const reached = places.findLastIndex(({ place }) => place <= there);
      if (reached > 0) places = places.slice(reached);
      // Not the first, which says how far behind the replica is.
      if (places.length > PLACES_MAX) places.splice(1, 1);
      // Where the database was just now: as near as can be told, however long the two took to answer.
      if (places.length === 1 && reached === 0) return { at, behindMs: 0 };
      const [oldest = { at }] = places;
      const behindMs = performance.now() - oldest.at;
      if (reached >= 0) return { at: oldest.at, behindMs };
      return behindMs > lagMaxMs ? { at: Number.NEGATIVE_INFINITY, behindMs } : "unknown";
    },
    close: () => replica.close(),
  };
}

/** One connection for one question at a time, made anew after it failed. */
function openConnection(connectionString: string) {
  let client: pg.Client | undefined;

  async function connected(): Promise<pg.Client> {
    if (client) return client;
    const fresh = new pg.Client({ connectionString, connectionTimeoutMillis: ANSWER_MS });
    const forget = () => {
      if (client === fresh) client = undefined;
    };
    fresh.on("error", forget).on("end", forget);
    await fresh.connect();
    client = fresh;
    return fresh;
  }

  return {
    async ask(question: string): Promise<string | null> {
      const asked = await connected();
      try {
        const { rows } = await inTime(asked.query<{ answer: string | null }>(question));
        return rows[0]?.answer ?? null;
      } catch (error) {
        // It may never answer on this connection.
        client = undefined;
        asked.end().catch(() => {});
        throw error;
      }
    },
    async close() {
      await client?.end().catch(() => {});
    },
  };
}

/** "16/B374D848", as PostgreSQL writes places of its log. */
function toPlace(text: string | null | undefined): bigint | null {
  if (!text) return null;
  const [high = "0", low = "0"] = text.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const tooLate = wait(ANSWER_MS, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${ANSWER_MS} ms`);
  });
  return Promise.race([answer, tooLate]);
}
