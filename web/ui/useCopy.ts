import { useEffect, useState } from "react";

/** The milliseconds for which a button confirms that it has copied. */
const CONFIRMED_MS = 2000;

/** Copies texts; `result` briefly says how the last attempt ended. */
export function useCopy(): { result: "copied" | "failed" | null; copy: (text: string) => Promise<void> } {
  const [result, setResult] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (!result) return;
    const timer = setTimeout(() => setResult(null), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [result]);

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      setResult("copied");
    } catch {
      setResult("failed"); // no permission or no clipboard: the user can still select the text
    }
  }

  return { result, copy };
}
