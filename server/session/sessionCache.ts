import { LRUCache } from "lru-cache";
import { createBatcher } from "../concurrency/batcher.ts";
import { singleFlight } from "../concurrency/singleFlight.ts";
import type { Database } from "../database/database.ts";
import { isUnreachable } from "../database/unavailable.ts";
import { apiError } from "../http/apiError.ts";
import type { CurrentUser } from "../http/currentUser.ts";
import {
  type CachedSession,
  findSessions,
  findUsersOfKeys,
  type Mark,
  readSessionChanges,
  type SessionSettings,
} from "./sessionCache.sql.ts";

/**
 * How long cached sessions are valid without reading the changes, in milliseconds (specification §7.4 allows one
 * second).
 */
const FRESH_MS = 1000;
/** The age at which changes are read ahead in the background, so that under load no request waits for them. */
const REFRESH_AFTER_MS = 500;
const BATCH_MAX = 256;
const QUEUE_MAX = 20_000;
/** Cached sessions, at most. */
const SESSIONS_MAX = 40_000;
/** The prefix of API keys in the cache: session ids don't contain blanks. */
const KEY_ID = "key ";

export type SessionCache = ReturnType<typeof createSessionCache>;

/**
 * Caches sessions, and reads once a second whose sessions, roles or memberships changed: one small query instead of one
 * for each request. Sessions that are not cached are read in batches, like votes are written.
 */
export function createSessionCache(
  database: Database,
  settings: SessionSettings = { adminSecondFactor: false, oidc: null },
) {
  const cached = new LRUCache<string, CachedSession>({ maxSize: SESSIONS_MAX, sizeCalculation: () => 1 });
  let invalidations = 0;
  let mark: Mark | null = null;
  let refreshedAt = Number.NEGATIVE_INFINITY;

  const find = createBatcher(
    async (sessionIds: string[]) => {
      const { keys = [], sessions = [] } = Object.groupBy(new Set(sessionIds), (id) =>
        id.startsWith(KEY_ID) ? "keys" : "sessions",
      );
      const hashes = keys.map((id) => id.slice(KEY_ID.length));
      const found =
        sessions.length > 0 ? await findSessions(database, sessions, settings) : new Map<string, CachedSession>();
      const byKey = hashes.length > 0 ? await findUsersOfKeys(database, hashes, settings) : null;
      return sessionIds.map((id) => found.get(id) ?? byKey?.get(id.slice(KEY_ID.length)) ?? null);
    },
    {
      max: BATCH_MAX,
      queueMax: QUEUE_MAX,
      onFull: () => apiError("busy", { retryAfter: 1 }),
      failsQueue: isUnreachable,
    },
  );

  /** Removes a session from the cache immediately, because it ended or its rights changed. */
  function invalidate(sessionId: string): void {
    invalidations++;
    cached.delete(sessionId);
  }

  function invalidateUsers(userIds: ReadonlySet<string>): void {
    if (userIds.size === 0) return;
    invalidations++;
    // Collected first, because entries must not be deleted during the iteration.
    const theirs = cached.entries().filter(([, { user: currentUser }]) => userIds.has(currentUser.userId));
    for (const [sessionId] of theirs.toArray()) cached.delete(sessionId);
  }

  /** Reads the changes, once for all requests that wait for them. */
  const refresh = singleFlight(async () => {
    const since = performance.now();
    const changes = await readSessionChanges(database, mark);
    invalidateUsers(new Set(changes.userIds));
    mark = changes.mark;
    refreshedAt = since;
  });

  async function loadSession(sessionId: string): Promise<CurrentUser | null> {
    const before = invalidations;
    const found = await find(sessionId);
    // An invalidation during the read may have been about this session: then the result is not cached.
    if (found && before === invalidations) cached.set(sessionId, found);
    return found?.user ?? null;
  }

  function getOrLoad(sessionId: string): CurrentUser | null | Promise<CurrentUser | null> {
    const entry = cached.get(sessionId);
    return entry && Date.now() < entry.until ? entry.user : loadSession(sessionId);
  }

  /** The user of a session, at most one second old; null once it has ended. Synchronous for cached sessions. */
  function get(id: string): CurrentUser | null | Promise<CurrentUser | null> {
    const age = performance.now() - refreshedAt;
    if (age > FRESH_MS) return refresh().then(() => getOrLoad(id));
    // Ignored here: the requests that wait for a refresh get its error.
    if (age > REFRESH_AFTER_MS) refresh().catch(() => {});
    return getOrLoad(id);
  }

  return {
    get,
    /** The same for an API key, by its hash. */
    getByKey: (keyHash: string) => get(KEY_ID + keyHash),
    invalidate,
    /** Removes all sessions of a user from the cache immediately. */
    invalidateUser: (userId: string) => invalidateUsers(new Set([userId])),
  };
}
