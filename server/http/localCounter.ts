import { LRUCache } from "lru-cache";

/** Clients that one counter remembers; each takes some 200 bytes. */
const REMEMBERED = 25_000;

/** What one client has done in its window. */
export interface Count {
  calls: number;
  /** The end of the window, in milliseconds since 1970. */
  until: number;
}

/**
 * Counts for each client in this process alone: in memory, without the database. A window begins with its first call;
 * the clients that were used least recently are forgotten.
 * @returns finds the count of a client, which the caller adds to
 */
export function createLocalCounter(windowMs: number): (client: string) => Count {
  // By size instead of number, because a cache by number sets its whole memory aside at the start.
  const counts = new LRUCache<string, Count>({ maxSize: REMEMBERED, sizeCalculation: () => 1 });
  return (client) => {
    const now = Date.now();
    const known = counts.get(client);
    if (known && now < known.until) return known;
    const begun = { calls: 0, until: now + windowMs };
    counts.set(client, begun);
    return begun;
  };
}
