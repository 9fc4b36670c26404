import { LRUCache } from "lru-cache";
import { createBatcher } from "../database/batcher.ts";
import type { CurrentUser } from "../database/currentUser.ts";
import type { Database } from "../database/database.ts";
import { isAway } from "../database/unavailable.ts";
import { apiError } from "../http/apiError.ts";
import { findSessions, type KnownSession } from "./session.sql.ts";
import { type Mark, readSessionChanges } from "./sessionChanges.sql.ts";

/** How long a role or a living session is believed without asking, in milliseconds (product §3 allows one second). */
const BELIEVED_MS = 1000;
/** When to ask ahead of that, so that under load nobody waits for the answer. */
const ASKED_AFTER_MS = 500;
const BATCH_MAX = 256;
const QUEUE_MAX = 20_000;
/** Callers remembered. */
const REMEMBERED = 40_000;

export interface SessionCache {
  /** Who a session belongs to, as of at most one second ago; null once it has ended. At hand for those known already. */
  get(sessionId: string): CurrentUser | null | Promise<CurrentUser | null>;
  /** Forgets a session at once: it ended, or what it may do changed. */
  invalidate(sessionId: string): void;
  /** Forgets all sessions of a user at once. */
  invalidateUser(userId: string): void;
}

/**
 * Callers are remembered, and once a second the database is asked whose sessions, roles or memberships changed: one
 * small query instead of one for each caller. Look-ups are gathered into one query, like votes.
 */
export function createSessionCache(database: Database): SessionCache {
  const known = new LRUCache<string, KnownSession>({ maxSize: REMEMBERED, sizeCalculation: () => 1 });
  let forgettings = 0;
  let mark: Mark | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | null = null;

  const find = createBatcher(
    async (sessionIds: string[]) => {
      const found = await findSessions(database, [...new Set(sessionIds)]);
      return sessionIds.map((sessionId) => found.get(sessionId) ?? null);
    },
    { max: BATCH_MAX, queueMax: QUEUE_MAX, onFull: () => apiError("busy", { retryAfter: 1 }), failsAll: isAway },
  );

  function forget(sessionId: string): void {
    forgettings++;
    known.delete(sessionId);
  }

  function forgetUsers(userIds: ReadonlySet<string>): void {
    if (userIds.size === 0) return;
    forgettings++;
    // Collected first: the cache can't be walked while entries go.
    const theirs = known.entries().filter(([, { user: currentUser }]) => userIds.has(currentUser.userId));
    for (const [sessionId] of theirs.toArray()) known.delete(sessionId);
  }

  /** Asks what changed, once for all who wait for it. */
  function ask(): Promise<void> {
    asking ??= (async () => {
      const since = performance.now();
      const changes = await readSessionChanges(database, mark);
      forgetUsers(new Set(changes.userIds));
      mark = changes.mark;
      askedAt = since;
    })().finally(() => {
      asking = null;
    });
    return asking;
  }

  async function lookUp(sessionId: string): Promise<CurrentUser | null> {
    const before = forgettings;
    const found = await find(sessionId);
    // What was read before somebody was forgotten may be what was to be forgotten.
    if (found && before === forgettings) known.set(sessionId, found);
    return found?.user ?? null;
  }

  function recall(sessionId: string): CurrentUser | null | Promise<CurrentUser | null> {
    const found = known.get(sessionId);
    return found && Date.now() < found.until ? found.user : lookUp(sessionId);
  }

  return {
    get(sessionId) {
      const age = performance.now() - askedAt;
      if (age > BELIEVED_MS) return ask().then(() => recall(sessionId));
      // Whoever has to wait for the answer hears of its failure.
      if (age > ASKED_AFTER_MS) ask().catch(() => {});
      return recall(sessionId);
    },
    invalidate: forget,
    invalidateUser: (userId) => forgetUsers(new Set([userId])),
  };
}
