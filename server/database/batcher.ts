export interface BatcherOptions {
  /** The most items in one batch. */
  max: number;
  /** The most items waiting. `onFull` creates the error for items that arrive when the queue is full. */
  queueMax: number;
  onFull: () => Error;
  /** Whether a failed batch is retried item by item, because only some of its items caused the error. */
  retriesItems?: (error: unknown) => boolean;
  /** Whether the waiting items fail together with the batch, because they would only wait for the same error. */
  failsQueue?: (error: unknown) => boolean;
}

interface Waiting<I, O> {
  item: I;
  resolve: (result: O) => void;
  reject: (error: unknown) => void;
}

/**
 * Creates a batcher (group commit): items that arrive while one batch is in flight form the next batch, without a timer. A
 * single item is processed immediately, and under load many items share the fixed cost of a transaction.
 * @param run processes a batch; returns one result per item, in the same order
 */
export function createBatcher<I, O>(
  run: (items: I[]) => Promise<O[]>,
  options: BatcherOptions,
): (item: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, options.max);
      await settle(batch);
      // Reads on SQLite run synchronously on this thread: let the event loop handle timers and sockets.
      await new Promise(setImmediate);
    }
    isRunning = false;
  }

  async function settle(batch: Waiting<I, O>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as O);
    } catch (error) {
      if (batch.length > 1 && options.retriesItems?.(error)) {
        for (const item of batch) await settle([item]);
      } else {
        const queued = options.failsQueue?.(error) ? waiting.splice(0) : [];
        for (const { reject } of [...batch, ...queued]) reject(error);
      }
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= options.queueMax) return reject(options.onFull());
      waiting.push({ item, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      // Read all ready sockets first, so that their items share the first batch.
      setImmediate(() => void runAll());
    });
}
