import { useEffect } from "react";

/** Keeps the screen on while the page is visible, in browsers that can: it would darken during a talk. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const request = async () => {
      if (document.hidden) return;
      // Rejected on a low battery, for example.
      const granted = await navigator.wakeLock?.request("screen").catch(() => undefined);
      if (isOver) await granted?.release();
      else lock = granted;
    };
    void request();
    // The browser releases the lock when the page is hidden.
    document.addEventListener("visibilitychange", request);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", request);
      void lock?.release();
    };
  }, []);
}
