import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { type ReactNode, useEffect, useState } from "react";

/** The number of characters left is shown from this fraction of the limit on. */
const NEAR = 0.8;

interface CounterProps {
  id: string;
  max: number;
  /** The field's error, which is not shown while the text is too long: the counter says that. */
  error?: ReactNode;
}

/** The number of characters that are left or too many, shown near the limit. Input is never truncated. */
export function Counter({ id, max, error }: CounterProps) {
  const [length, setLength] = useState(0);
  // After each render, because forms also set their fields' values themselves.
  useEffect(() => {
    const field = document.getElementById(id);
    if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return;
    // Counts as the contract does.
    const count = () => setLength(field.value.trim().normalize("NFC").length);
    count();
    field.addEventListener("input", count);
    return () => field.removeEventListener("input", count);
  });
  if (length < max * NEAR) return error;
  const left = max - length;
  return (
    <>
      <p id={`${id}-count`} className={left < 0 ? "text-sm font-medium text-danger" : "text-sm text-muted"}>
        {left < 0 ? uiTexts.charactersTooMany(-left, max) : uiTexts.charactersLeft(left)}
      </p>
      {left >= 0 && error}
    </>
  );
}
