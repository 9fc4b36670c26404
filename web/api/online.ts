import { useSyncExternalStore } from "react";
import { isOffline } from "./noResponse.ts";

/** Calls `listener` whenever the browser goes online or offline. @returns the function that unsubscribes */
export function subscribeToNetwork(listener: () => void): () => void {
  const watching = new AbortController();
  for (const event of ["online", "offline"]) addEventListener(event, listener, watching);
  return () => watching.abort();
}

/** Whether the browser is offline; false during server rendering. */
export const useOffline = (): boolean => useSyncExternalStore(subscribeToNetwork, isOffline, () => false);
