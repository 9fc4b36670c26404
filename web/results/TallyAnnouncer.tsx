import { describeResult } from "@survey-app/contract/resultText.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { useEffect, useRef, useState } from "react";
import { ownVoteAt } from "../votes/ownVoteAt.ts";

/** Minimum time between two announcements, in ms (product §1). */
const ANNOUNCE_MS = 5000;

/**
 * Announces a survey's result to screen readers when others change it. Only for a page's main survey: a dozen at once would
 * be noise.
 */
export function TallyAnnouncer({ survey }: { survey: Survey }) {
  const sentence = describeResult(survey, survey.closedAt !== null);
  const [announced, setAnnounced] = useState("");
  // The result present on arrival is not announced.
  const lastSentence = useRef(sentence);
  const announcedAt = useRef(0);
  useEffect(() => {
    if (sentence === lastSentence.current) return;
    if (Date.now() < ownVoteAt.read() + ANNOUNCE_MS) {
      lastSentence.current = sentence;
      return;
    }
    const wait = Math.max(0, announcedAt.current + ANNOUNCE_MS - Date.now());
    const timer = setTimeout(() => {
      lastSentence.current = sentence;
      announcedAt.current = Date.now();
      setAnnounced(sentence);
    }, wait);
    return () => clearTimeout(timer);
  }, [sentence]);
  return (
    <p aria-live="polite" className="sr-only">
      {announced}
    </p>
  );
}
