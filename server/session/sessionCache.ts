import { LRUCache } from "lru-cache";
import { gather } from "../database/batcher.ts";
import type { Caller } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { isAway } from "../database/unavailable.ts";
import { refuse } from "../http/apiError.ts";
import { findCallers, type KnownCaller } from "./session.sql.ts";
import { type Mark, readCallerChanges } from "./sessionChanges.sql.ts";

/** How long a role or a living session is believed without asking, in milliseconds (product §3 allows one second). */
const BELIEVED_MS = 1000;
/** When to ask ahead of that, so that under load nobody waits for the answer. */
const ASKED_AFTER_MS = 500;
const BATCH_MAX = 256;
const QUEUE_MAX = 20_000;
/** Callers remembered. */
const REMEMBERED = 40_000;

export interface Callers {
  /** Who a session belongs to, as of at most one second ago; null once it has ended. At hand for those known already. */
  ofSession(sessionId: string): Caller | null | Promise<Caller | null>;
  /** Forgets a session at once: it ended, or what it may do changed. */
  forget(sessionId: string): void;
  /** Forgets all sessions of a user at once. */
  forgetUser(userId: string): void;
}

/**
 * Callers are remembered, and once a second the database is asked whose sessions, roles or memberships changed: one
 * small query instead of one for each caller. Look-ups are gathered into one query, like votes.
 */
export function makeCallers(database: Database): Callers {
  const known = new LRUCache<string, KnownCaller>({ maxSize: REMEMBERED, sizeCalculation: () => 1 });
  let forgettings = 0;
  let mark: Mark | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  const find = gather(
    async (sessionIds: string[]) => {
      const found = await findCallers(database, [...new Set(sessionIds)]);
      return sessionIds.map((sessionId) => found.get(sessionId) ?? null);
    },
    { max: BATCH_MAX, queueMax: QUEUE_MAX, onFull: () => refuse("busy", { retryAfter: 1 }), failsAll: isAway },
  );

  function forget(sessionId: string): void {
    forgettings++;
    known.delete(sessionId);
  }

  function forgetUsers(userIds: ReadonlySet<string>): void {
    if (userIds.size === 0) return;
    forgettings++;
    // Collected first: the cache can't be walked while entries go.
    const theirs = known.entries().filter(([, { caller }]) => userIds.has(caller.userId));
    for (const [sessionId] of theirs.toArray()) known.delete(sessionId);
  }

  /** Asks what changed, once for all who wait for it. */
  function ask(): Promise<void> {
    asking ??= (async () => {
      const since = performance.now();
      const changes = await readCallerChanges(database, mark);
      forgetUsers(new Set(changes.userIds));
      mark = changes.mark;
      askedAt = since;
    })().finally(() => {
      asking = null;
    });
    return asking;
  }

  async function lookUp(sessionId: string): Promise<Caller | null> {
    const before = forgettings;
    const found = await find(sessionId);
    // What was read before somebody was forgotten may be what was to be forgotten.
    if (found && before === forgettings) known.set(sessionId, found);
    return found?.caller ?? null;
  }

  function recall(sessionId: string): Caller | null | Promise<Caller | null> {
    const found = known.get(sessionId);
    return found && Date.now() < found.until ? found.caller : lookUp(sessionId);
  }

  return {
    ofSession(sessionId) {
      const age = performance.now() - askedAt;
      if (age > BELIEVED_MS) return ask().then(() => recall(sessionId));
      // Whoever has to wait for the answer hears of its failure.
      if (age > ASKED_AFTER_MS) ask().catch(() => {});
      return recall(sessionId);
    },
    forget,
    forgetUser: (userId) => forgetUsers(new Set([userId])),
  };
}
