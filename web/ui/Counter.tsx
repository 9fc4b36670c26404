import { useEffect, useState } from "react";
import { formatCount } from "./formatCount.ts";

/** From this part of the limit on it is said how much room is left. */
const NEAR = 0.8;

/** How many characters a field still takes, or has too many, as it nears its limit. Nothing typed is ever cut. */
export function Counter({ id, max }: { id: string; max: number }) {
  const [length, setLength] = useState(0);
  // After each drawing: forms also put texts into their fields by themselves.
  useEffect(() => {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return;
    // As the contract counts.
    const count = () => setLength(field.value.trim().normalize("NFC").length);
    count();
    field.addEventListener("input", count);
    return () => field.removeEventListener("input", count);
  });
  if (length < max * NEAR) return null;
  const left = max - length;
  return (
    <p id={`${id}-count`} className={left < 0 ? "text-sm font-medium text-danger" : "text-sm text-muted"}>
      {left < 0 ? `${characters(-left)} too many: at most ${formatCount(max)}` : `${characters(left)} left`}
    </p>
  );
}

const characters = (count: number) => `${formatCount(count)} ${count === 1 ? "character" : "characters"}`;
