export interface BatcherOptions {
  /** The most items in one batch. */
  max: number;
  /** The most items waiting. `onFull` creates the error for items that arrive when the queue is full. */
  queueMax: number;
  onFull: () => Error;
  /**
   * Whether a batch takes only half of the items in flight, which are those waiting and those of the batch that has
   * just ended. So another thread works on one half while this thread responds to the other; with all of them the two
   * would take turns. It doubles the number of batches, so it pays only where a batch costs little besides its items.
   */
  takesHalf?: boolean;
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
 * Creates a batcher (group commit): items that arrive while one batch is in flight form the next batches, without a
 * timer. A single item is processed immediately, and under load many items share the fixed cost of a transaction.
 * @param run processes a batch; returns one result per item, in the same order
 */
export function createBatcher<I, O>(
  run: (items: I[]) => Promise<O[]>,
  options: BatcherOptions,
): (item: I) => Promise<O> {
  const waiting: Waiting<I, O>[] = [];
  let isRunning = false;

  /**
   * Runs batches until nothing waits. The next one starts before the results of the last are handed out, so that the
   * database works while this thread responds.
   */
  async function runAll(): Promise<void> {
    let batch = nextBatch(0);
    let running = attempt(batch);
    while (batch.length > 0) {
      const settle = await running;
      batch = nextBatch(batch.length);
      isRunning = batch.length > 0;
      if (isRunning) running = attempt(batch);
      settle();
      // Reads on SQLite run synchronously on this thread: let the event loop handle timers and sockets.
      await new Promise(setImmediate);
    }
  }

  /** @param ended the size of the batch that has just ended */
  function nextBatch(ended: number): Waiting<I, O>[] {
    const share = options.takesHalf ? Math.ceil((waiting.length + ended) / 2) : waiting.length;
    return waiting.splice(0, Math.min(options.max, share));
  }

  /** Runs a batch. Never throws. @returns a function that hands the results out */
  async function attempt(batch: Waiting<I, O>[]): Promise<() => void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      return () => {
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as O);
      };
    } catch (error) {
      if (batch.length > 1 && options.retriesItems?.(error)) {
        const settles: (() => void)[] = [];
        for (const item of batch) settles.push(await attempt([item]));
        return () => {
          for (const settle of settles) settle();
        };
      }
      const failed = options.failsQueue?.(error) ? [...batch, ...waiting.splice(0)] : batch;
      return () => {
        for (const { reject } of failed) reject(error);
      };
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

export interface KeyedBatcherOptions<I> extends BatcherOptions {
  keyOf: (item: I) => string;
}

/**
 * Creates a batcher whose batches contain only items of one key, and run at the same time for different keys. While a
 * key's batch is in flight, the key's further items form its next one.
 */
export function createKeyedBatcher<I, O>(
  run: (items: I[]) => Promise<O[]>,
  { keyOf, ...options }: KeyedBatcherOptions<I>,
): (item: I) => Promise<O> {
  const batchers = new Map<string, { add: (item: I) => Promise<O>; items: number }>();
  let pending = 0;
  return async (item) => {
    if (pending >= options.queueMax) throw options.onFull();
    const key = keyOf(item);
    const batcher = batchers.get(key) ?? {
      add: createBatcher(run, options),
      items: 0,
    };
    batchers.set(key, batcher);
    pending++;
    batcher.items++;
    try {
      return await batcher.add(item);
    } finally {
      pending--;
      batcher.items--;
      if (batcher.items === 0) batchers.delete(key);
    }
  };
}
