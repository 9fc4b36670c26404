import type { Database } from "../database/database.ts";
import { gather } from "../database/gather.ts";
import type { Caller } from "../http/caller.ts";
import { refuse } from "../http/refuse.ts";
import { findCallers } from "./session.sql.ts";

/** How long a role or a living session is believed, in milliseconds (product §3 allows one second). */
const BELIEVED_MS = 1000;
const BATCH_MAX = 256;
const QUEUE_MAX = 20_000;

export interface Callers {
  /** Who a session belongs to, as of at most one second ago; null once it has ended. */
  ofSession(sessionId: string): Promise<Caller | null>;
  /** Forgets a session at once: it ended, or what it may do changed. */
  forget(sessionId: string): void;
  /** Forgets all sessions of a user at once. */
  forgetUser(userId: string): void;
}

/** Look-ups are gathered into one query, like votes: a thousand voters in one moment are a handful of queries. */
export function makeCallers(database: Database): Callers {
  // All that was learned in the current second; forgotten together, so nothing is older than a second or piles up.
  let believed = new Map<string, Caller>();
  let believedSince = 0;
  const find = gather(
    async (sessionIds: string[]) => {
      const found = await findCallers(database, [...new Set(sessionIds)]);
      return sessionIds.map((sessionId) => found.get(sessionId) ?? null);
    },
    { max: BATCH_MAX, queueMax: QUEUE_MAX, onFull: () => refuse("busy", { retryAfter: 1 }) },
  );
  const forget = (isMeant: (caller: Caller) => boolean) => {
    // Look-ups under way may have read a session before it ended: they fill a map that nobody reads any more.
    believed = new Map([...believed].filter(([, caller]) => !isMeant(caller)));
  };
  return {
    async ofSession(sessionId) {
      const now = performance.now();
      if (now - believedSince > BELIEVED_MS) {
        believed = new Map();
        believedSince = now;
      }
      const known = believed.get(sessionId);
      if (known) return known;
      const generation = believed;
      const caller = await find(sessionId);
      // Into the map of when it was asked: an answer that was long under way must not count as fresh.
      if (caller) generation.set(sessionId, caller);
      return caller;
    },
    forget: (sessionId) => forget((each) => each.sessionId === sessionId),
    forgetUser: (userId) => forget((each) => each.userId === userId),
  };
}
