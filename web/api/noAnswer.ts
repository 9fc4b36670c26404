/** An action was not sent, because the browser is offline. Nothing is kept to be sent later. */
export class NotSent extends Error {
  override name = "NotSent";
}

/** A request got no answer, or none in time. If it was an action, the server may have carried it out all the same. */
export class NoAnswer extends Error {
  override name = "NoAnswer";
  readonly wasAction: boolean;
  constructor(wasAction: boolean) {
    super("The server did not answer.");
    this.wasAction = wasAction;
  }
}

/** Whether the browser knows that it has no network. That it has one says nothing about the server. */
export const isOffline = (): boolean => typeof navigator === "object" && navigator.onLine === false;

/**
 * Does `work` with a signal that aborts it when `signal` does, or after `ms`.
 * @throws {NoAnswer} when the time is over, even if `work` waits for something that can't be aborted
 */
export async function inTime<T>(
  { ms, isAction, signal }: { ms: number; isAction: boolean; signal: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  controller.signal.addEventListener("abort", () => reject(controller.signal.reason));
  signal?.addEventListener("abort", () => controller.abort(signal.reason));
  const timer = setTimeout(() => controller.abort(new NoAnswer(isAction)), ms);
  try {
    return await Promise.race([work(controller.signal), aborted]);
  } finally {
    clearTimeout(timer);
  }
}
