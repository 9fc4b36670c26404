import { LRUCache } from "lru-cache";
import type { EventBus } from "../database/events.ts";

/** The longest time that a read is shared, in milliseconds, because the event of a change can get lost. */
const SHARED_MS = 2000;
/** The most reads that are kept: the record of 50 questions with long descriptions takes 300 kB. */
const SHARED_MAX = 50;

/**
 * Lets requests for the same data in another form (language, time zone or kind of file) share a read, until anything
 * except totals changes.
 * @param read reads data that don't depend on the votes on open surveys; null if nothing is found, which isn't kept
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
