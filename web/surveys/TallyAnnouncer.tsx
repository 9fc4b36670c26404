import type { Totals } from "@survey-app/contract/surveys.ts";
import { useEffect, useRef, useState } from "react";
import { tallySentence } from "../ui/tallySentence.ts";

/** Minimum time between two announcements, in ms (product §1). */
const TELL_MS = 5000;

/**
 * Announces a survey's result to screen readers when it changes. Only for a page's main survey: a dozen at once would
 * be noise.
 */
export function TallyAnnouncer({ yesVotes, totalVotes }: Totals) {
  const sentence = tallySentence(yesVotes, totalVotes);
  const [told, tell] = useState("");
  // The result present on arrival is not announced.
  const known = useRef(sentence);
  const toldAt = useRef(0);
  useEffect(() => {
    if (sentence === known.current) return;
    const wait = Math.max(0, toldAt.current + TELL_MS - Date.now());
    const timer = setTimeout(() => {
      known.current = sentence;
      toldAt.current = Date.now();
      tell(sentence);
    }, wait);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <p aria-live="polite" className="sr-only">
      {told}
    </p>
  );
}
