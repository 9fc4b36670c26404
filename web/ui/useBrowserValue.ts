import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * A value that only the browser knows and that never changes; `onServer` in the server's HTML and for the first render.
 */
export function useBrowserValue<T>(read: () => T, onServer: T): T {
  return useSyncExternalStore(never, read, () => onServer);
}
