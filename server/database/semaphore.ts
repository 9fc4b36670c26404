/** There are too many waiting already. Answered with 503 and `Retry-After` (unavailable.ts). */
export class BusyError extends Error {}

/**
 * Lets `max` tasks run at once and `queueMax` wait for them, in the order in which they came. Whatever comes when the queue
 * is full fails with a `BusyError` at once: a queue without a bound only makes every answer late.
 */
export class Semaphore {
  readonly #max: number;
  readonly #queueMax: number;
  readonly #queue: (() => void)[] = [];
  #inUse = 0;

  constructor(max: number, queueMax: number) {
    this.#max = max;
    this.#queueMax = queueMax;
  }

  get inUse(): number {
    return this.#inUse;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Resolves when the task may run, to a function that has to be called once when it has ended. */
  async acquire(): Promise<() => void> {
    if (this.#inUse < this.#max) this.#inUse++;
    else {
      if (this.#queue.length >= this.#queueMax) throw new BusyError("Too many are waiting");
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    }
    return () => this.#release();
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    const release = await this.acquire();
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** Hands the place on to the first in the queue. */
  #release(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#inUse--;
  }
}
