/** Thrown when the queue is full. The server responds with 503 and `Retry-After` (unavailable.ts). */
export class BusyError extends Error {}

/**
 * Lets `max` tasks run at once and `queueMax` wait, first in, first out. When the queue is full, further tasks fail
 * with `BusyError` immediately: an unbounded queue would only delay every response.
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

  /**
   * Waits until the task may run.
   * @param options `isUrgent`: it only waits for running tasks, even when the queue is full. Use it for tasks of
   *   which few are in flight at a time: otherwise the others would never run
   * @returns a function that the task must call once when it has ended
   */
  async acquire({ isUrgent = false } = {}): Promise<() => void> {
    if (this.#inUse < this.#max) this.#inUse++;
    else if (isUrgent) await new Promise<void>((resolve) => this.#queue.unshift(resolve));
    else {
      if (this.#queue.length >= this.#queueMax) throw new BusyError("Too many tasks are waiting");
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    }
    return () => this.#release();
  }

  async run<T>(task: () => Promise<T>, options?: { isUrgent?: boolean }): Promise<T> {
    const release = await this.acquire(options);
    try {
      return await task();
    } finally {
      release();
    }
  }

  /** Passes the permit on to the first task in the queue. */
  #release(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#inUse--;
  }
}

/**
 * Limits the searches of a feature: two run and thirty wait. Further ones get 503 immediately instead of a late
 * response.
 */
export const createSearchSemaphore = (): Semaphore => new Semaphore(2, 30);
