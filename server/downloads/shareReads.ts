import { LRUCache } from "lru-cache";
import type { EventBus } from "../database/events.ts";

/** For how long a read is shared, in milliseconds, although nothing has changed: the event of a change can get lost. */
const SHARED_MS = 2000;
/** The most reads that are kept: the record of 50 questions with long descriptions takes 300 kB. */
const SHARED_MAX = 50;

/**
 * Lets requests that ask for the same in other words (another language, time zone or kind of file) share a read, until anything but
 * totals changes.
 * @param read what doesn't depend on the votes on open surveys; null if there is nothing, which is not kept
 */
export function shareReads<T>(
  events: Pick<EventBus, "subscribe">,
  read: (id: string) => Promise<T | null>,
): (id: string) => Promise<T | null> {
  const reads = new LRUCache<string, { since: number; found: Promise<T | null> }>({ max: SHARED_MAX });
  let changedAt = Number.NEGATIVE_INFINITY;
  events.subscribe((_, kind) => {
    if (kind !== "totals") changedAt = performance.now();
  });

  const isFresh = (since: number) => changedAt < since && performance.now() - since < SHARED_MS;

  return async (id) => {
    const known = reads.get(id);
    if (known && isFresh(known.since)) return known.found;
    const started = { since: performance.now(), found: read(id) };
    reads.set(id, started);
    let found: T | null = null;
    try {
      found = await started.found;
    } finally {
      if (found === null && reads.peek(id) === started) reads.delete(id);
    }
    return found;
  };
}
