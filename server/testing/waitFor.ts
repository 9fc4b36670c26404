import { vi } from "vitest";

/** Only a failing test waits this long, in ms: the machine may be busy with other work. */
const PATIENCE_MS = 30_000;

/**
 * Waits until `check` doesn't throw, and returns what it returns.
 * @param interval between two checks, in ms
 * @throws what it threw last, after half a minute
 */
export const waitFor = <T>(check: () => T | Promise<T>, interval = 50): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval });
