import { useEffect, useRef, useState } from "react";

/** The visible seconds before a question opens, in which its owner can stop it. */
const SECONDS = 3;

/** Counts down while `isOn`, and calls `onEnd` after the last second. @returns the seconds that are left */
export function useCountdown(isOn: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(SECONDS);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (!isOn) return;
    let count = SECONDS;
    setLeft(count);
    const timer = setInterval(() => {
      count -= 1;
      setLeft(count);
      if (count > 0) return;
      clearInterval(timer);
      end.current();
    }, 1000);
    return () => clearInterval(timer);
  }, [isOn]);
  return left;
}
