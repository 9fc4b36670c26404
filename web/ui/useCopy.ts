import { useEffect, useState } from "react";

/** The milliseconds for which a button confirms that it has copied. */
const CONFIRMED_MS = 2000;

/** Copies texts; `outcome` briefly says how the last attempt ended. */
export function useCopy(): { outcome: "copied" | "failed" | null; copy: (text: string) => Promise<void> } {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      setOutcome("failed"); // no permission or no clipboard: the user can still select the text
    }
  }

  return { outcome, copy };
}
