/** An action was not sent, because the browser is offline. It is not queued. */
export class NotSent extends Error {
  override name = "NotSent";
}

/** A request got no response, or none in time. If it was an action, the server may have carried it out. */
export class NoResponse extends Error {
  override name = "NoResponse";
  readonly wasAction: boolean;
  constructor(wasAction: boolean) {
    super("The server did not answer.");
    this.wasAction = wasAction;
  }
}

/** Something failed on this device; the message tells its user why. */
export class Explained extends Error {}

/** Whether the browser knows that it is offline. If it is online, the server may still be unreachable. */
export const isOffline = (): boolean => typeof navigator === "object" && navigator.onLine === false;

/**
 * Runs `work` with a signal that aborts when `signal` does, or after `ms`.
 * @throws {NoResponse} after `ms`, even if `work` waits for something that can't be aborted
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
  const timer = setTimeout(() => controller.abort(new NoResponse(isAction)), ms);
  try {
    return await Promise.race([work(controller.signal), aborted]);
  } finally {
    clearTimeout(timer);
  }
}
