import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import { type RefObject, useEffect, useRef, useState } from "react";
import { startSight } from "../ui/firstPress.ts";
import { takeFocus } from "../ui/takeFocus.ts";

/** When this many seconds are left, it is said once. */
const SOON_SECONDS = 30;

interface Arrival {
  /** Changes with each question, and when the result replaces the ballot. */
  place: string;
  /** The announcement of the new content. */
  words: string;
  /** The seconds that people can still vote. */
  left: number;
}

/**
 * Moves a page along with the meeting: new content is announced and takes the focus. Presses on it count only a moment
 * later, because they may have been meant for the content before.
 * @returns the text of a live region
 */
export function useArrival(section: RefObject<HTMLElement | null>, { place, words, left }: Arrival): string {
  const [spoken, setSpoken] = useState("");
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    startSight();
    setSpoken(words);
    // A person who is typing a code keeps the focus.
    if (!document.activeElement?.matches("input[type=text], input:not([type]), dialog *")) takeFocus(section.current);
  }, [place, words, section]);
  const isSoon = left > 0 && left <= SOON_SECONDS;
  const wasSoon = useRef(isSoon);
  useEffect(() => {
    if (isSoon && !wasSoon.current) setSpoken(meetingRoomTexts.secondsLeft(SOON_SECONDS));
    wasSoon.current = isSoon;
  }, [isSoon]);
  return spoken;
}
