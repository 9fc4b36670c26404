export interface BatcherOptions {
  /** The most items in one batch. */
  max: number;
  /** The most items waiting; `onFull` makes the error of those that come when it is full. */
  queueMax: number;
  onFull: () => Error;
  /** Whether a failed batch should be tried again item by item, because only some of its items are to blame. */
  blamesItems?: (error: unknown) => boolean;
  /** Whether those that wait would only wait as long again: then they fail with the batch. */
  failsAll?: (error: unknown) => boolean;
}

interface Waiting<I, O> {
  item: I;
  resolve: (result: O) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: gathers what is asked for while one batch is in flight, without a timer, and runs it as the next
 * batch. So a lone item waits for nobody, and under load the fixed cost of a transaction is shared.
 * @param run takes a batch, answers one result an item, in order
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
      // SQLite answers without ever leaving this thread: give timers and sockets their turn.
      await new Promise(setImmediate);
    }
    isRunning = false;
  }

  async function settle(batch: Waiting<I, O>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as O);
    } catch (error) {
      if (batch.length > 1 && options.blamesItems?.(error)) {
        for (const one of batch) await settle([one]);
      } else {
        const behind = options.failsAll?.(error) ? waiting.splice(0) : [];
        for (const { reject } of [...batch, ...behind]) reject(error);
      }
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= options.queueMax) return reject(options.onFull());
      waiting.push({ item, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      // After the sockets that are ready now have been read, so that they share the first batch.
      setImmediate(() => void runAll());
    });
}
