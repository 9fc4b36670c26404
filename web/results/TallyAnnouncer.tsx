import { useEffect, useRef, useState } from "react";
import { ownVoteAt } from "../votes/ownVoteAt.ts";

/**
 * Minimum time between two announcements, in ms: more often a screen reader would say nothing else while people vote.
 */
const ANNOUNCE_MS = 5000;
/** Makes a sentence that is announced once more differ, because assistive technology reads only what changed. */
const AGAIN = "\u00a0";

interface TallyAnnouncerProps {
  /** The survey's totals in words. */
  sentence: string;
  /** The number of times that the reader asked for it: each time it is announced immediately. */
  asked?: number;
}

/**
 * Announces a survey's totals to screen readers when others change them. Only for a page's main survey: a dozen at once
 * would be noise.
 */
export function TallyAnnouncer({ sentence, asked = 0 }: TallyAnnouncerProps) {
  const [announced, setAnnounced] = useState("");
  // Totals that are present on arrival are not announced.
  const last = useRef({ sentence, asked, at: 0 });
  useEffect(() => {
    const { current } = last;
    const isAsked = asked !== current.asked;
    current.asked = asked;
    if (sentence === current.sentence && !isAsked) return;
    if (!isAsked && Date.now() < ownVoteAt.read() + ANNOUNCE_MS) {
      current.sentence = sentence;
      return;
    }
    const say = () => {
      last.current = { ...last.current, sentence, at: Date.now() };
      setAnnounced((before) => (before === sentence ? sentence + AGAIN : sentence));
    };
    if (isAsked) {
      say();
      return;
    }
    const timer = setTimeout(say, Math.max(0, current.at + ANNOUNCE_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [sentence, asked]);
  return (
    <p aria-live="polite" className="sr-only">
      {announced}
    </p>
  );
}
