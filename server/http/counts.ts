/** Callers counted at once in one limit; beyond, the one that was first counted longest ago is forgotten. */
const KEPT_MAX = 50_000;

interface Count {
  current: number;
  startedAt: number;
}

/**
 * Counts calls for `@fastify/rate-limit`, in windows that begin with a caller's first call. Its own store answers one
 * object to all calls of a caller, which reads it only after others have counted on: of 200 calls at once it refused 200.
 */
export class Counts {
  readonly #counts = new Map<string, Count>();

  incr(
    key: string,
    answer: (error: Error | null, result?: { current: number; ttl: number }) => void,
    windowMs: number,
  ): void {
    const now = Date.now();
    const known = this.#counts.get(key);
    const count = known && now < known.startedAt + windowMs ? known : { current: 0, startedAt: now };
    if (count !== known) this.#begin(key, count);
    count.current++;
    answer(null, { current: count.current, ttl: count.startedAt + windowMs - now });
  }

  #begin(key: string, count: Count): void {
    this.#counts.delete(key); // so that it stands at the end, as the newest
    const oldest = this.#counts.keys().next().value;
    if (this.#counts.size >= KEPT_MAX && oldest !== undefined) this.#counts.delete(oldest);
    this.#counts.set(key, count);
  }

  /** Each limited call has counts of its own. */
  child(): Counts {
    return new Counts();
  }
}
