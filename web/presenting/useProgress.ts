import { useEffect, useState } from "react";
import { REVEAL_MS } from "./reveal.ts";

/** From 0 to 1 while a result is revealed, fast at first; 1 at any other time. */
export function useProgress(isMoving: boolean): number {
  const [progress, setProgress] = useState(0);
  useEffect(() => {
    if (!isMoving) return;
    let began: number | undefined;
    let frame = requestAnimationFrame(function step(now) {
      began ??= now;
      const time = Math.min(1, (now - began) / REVEAL_MS);
      setProgress(1 - (1 - time) ** 3);
      if (time < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [isMoving]);
  return isMoving ? progress : 1;
}
