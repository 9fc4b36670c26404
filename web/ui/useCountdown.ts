import { useEffect, useEffectEvent, useState } from "react";

/** The seconds in which a press can still be stopped whose effect everyone sees and that can't be undone. */
const SECONDS = 3;

interface Countdown {
  /** Counts from the first moment on. */
  startsNow?: boolean;
  /** Called after the last second. */
  onEnd: () => void;
  onStop?: () => void;
}

/**
 * Counts three visible seconds down after a press. Esc stops it; where the page fills the screen, browsers keep that
 * key for themselves and leave the full screen, so that stops it, too.
 * @returns the seconds that are left, null while it does not count
 */
export function useCountdown({ startsNow = false, onEnd, onStop }: Countdown) {
  const [left, setLeft] = useState(startsNow ? SECONDS : null);
  const stop = () => {
    setLeft(null);
    onStop?.();
  };
  const tick = useEffectEvent((seconds: number) => {
    setLeft(seconds > 1 ? seconds - 1 : null);
    if (seconds <= 1) onEnd();
  });
  useEffect(() => {
    if (left === null) return;
    const timer = setTimeout(tick, 1000, left);
    return () => clearTimeout(timer);
  }, [left]);
  const isOn = left !== null;
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => key === "Escape" && stop());
  const onFullScreen = useEffectEvent(() => document.fullscreenElement === null && stop());
  useEffect(() => {
    if (!isOn) return;
    const ending = new AbortController();
    document.addEventListener("keydown", onKey, ending);
    document.addEventListener("fullscreenchange", onFullScreen, ending);
    return () => ending.abort();
  }, [isOn]);
  return { left, press: () => setLeft(SECONDS), stop };
}
