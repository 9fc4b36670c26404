import { useSyncExternalStore } from "react";
import { isOffline } from "./noAnswer.ts";

/** Calls `listener` whenever the browser finds or loses its network. @returns what ends it */
export function subscribeToNetwork(listener: () => void): () => void {
  const watching = new AbortController();
  for (const event of ["online", "offline"]) addEventListener(event, listener, watching);
  return () => watching.abort();
}

/** Whether the browser is offline; the server always renders that it is not. */
export const useOffline = (): boolean => useSyncExternalStore(subscribeToNetwork, isOffline, () => false);
