import { LRUCache } from "lru-cache";

/** The most clients that one counter remembers; each takes about 200 bytes. */
const CLIENTS_MAX = 25_000;

/** The requests of one client in its current window. */
export interface Count {
  used: number;
  /** The end of the window, in milliseconds since 1970. */
  until: number;
}

/**
 * Counts requests per client in the memory of this process, without the database. A window begins with the client's
 * first request. When there are too many clients, the least recently used ones are dropped.
 * @returns a function that returns a client's counter, which its user increments
 */
export function createLocalCounter(windowMs: number): (client: string) => Count {
  // Limited by size instead of `max`, because with `max` the cache allocates all its memory at the start.
  const counts = new LRUCache<string, Count>({ maxSize: CLIENTS_MAX, sizeCalculation: () => 1 });
  return (client) => {
    const now = Date.now();
    const current = counts.get(client);
    if (current && now < current.until) return current;
    const started = { used: 0, until: now + windowMs };
    counts.set(client, started);
    return started;
  };
}
