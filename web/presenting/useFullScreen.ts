import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
}

/** Whether the page fills the screen, and a function that changes it; null where the browser can't, as on an iPhone. */
export function useFullScreen(): { isFull: boolean; toggle: (() => void) | null } {
  const isFull = useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null,
    () => false,
  );
  const canFill = useSyncExternalStore(
    subscribe,
    () => document.fullscreenEnabled,
    () => false,
  );
  const toggle = () => void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return { isFull, toggle: canFill ? toggle : null };
}
