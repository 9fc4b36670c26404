import type { Totals } from "@survey-app/contract/surveys.ts";
import { useEffect, useRef, useState } from "react";
import { tallySentence } from "../ui/tallySentence.ts";

/** Told at most so often, in ms (product §1). */
const TELL_MS = 5000;

/**
 * Tells those who listen how a survey stands whenever that has changed. For a page's one survey: a dozen at once would
 * only be noise.
 */
export function TallyNews({ yesVotes, totalVotes }: Totals) {
  const sentence = tallySentence(yesVotes, totalVotes);
  const [told, tell] = useState("");
  // What was there when the page was come to is no news.
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
