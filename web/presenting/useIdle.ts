import { useEffect, useState } from "react";

/** The time for which the controls of a presentation stay after the last movement, in ms. */
const SHOWN_MS = 3000;
const MOVEMENTS = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

/** Whether the mouse, the screen and the keyboard have not been used for a moment. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const move = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(setIdle, SHOWN_MS, true);
    };
    move();
    for (const type of MOVEMENTS) addEventListener(type, move);
    return () => {
      clearTimeout(timer);
      for (const type of MOVEMENTS) removeEventListener(type, move);
    };
  }, []);
  return isIdle;
}
