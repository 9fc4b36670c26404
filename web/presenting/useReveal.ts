import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { serverNow } from "../api/api.ts";
import { reveal } from "./reveal.ts";

/** A result that opened longer ago than this, in ms, is shown without motion: the page was opened, or has slept. */
const FRESH_MS = 5000;

type RevealedSurvey = Pick<Survey, "results" | "closedAt" | "yesVotes" | "shownAt">;

/** Whether this screen alone decides when its result is shown, because everyone else sees it already. */
const isSwitched = ({ results, closedAt }: RevealedSurvey) => results === "live" && closedAt === null;

/**
 * Whether a wall shows the result. A hidden one is shown by the event that opens it, one that everyone sees while
 * people vote by a press.
 * @param onShow is called when it appears
 */
export function useReveal(survey: RevealedSurvey, wall: RefObject<HTMLElement | null>, onShow: () => void) {
  const { yesVotes, closedAt, shownAt = closedAt } = survey;
  const isOpen = yesVotes !== null;
  const [isShown, setShown] = useState(isOpen && !isSwitched(survey));
  const [isMoving, setMoving] = useState(false);
  /** Since when it is shown, on the clock of events. */
  const [shownSince, setShownSince] = useState(Number.NEGATIVE_INFINITY);
  const show = (isFresh: boolean) => {
    const appear = (moves: boolean) => {
      setMoving(moves);
      setShown(true);
      setShownSince(performance.now());
      onShow();
    };
    if (isFresh && wall.current) reveal(wall.current, { show: appear, end: () => setMoving(false) });
    else appear(false);
  };
  const hide = () => {
    setMoving(false);
    setShown(false);
    onShow();
  };
  // Not while React renders the event.
  const follow = useEffectEvent(() => queueMicrotask(() => show(isFreshlyOpen(shownAt))));
  const [wasOpen] = useState(isOpen);
  useEffect(() => {
    if (isOpen && !wasOpen) follow();
  }, [isOpen, wasOpen]);
  return { isOpen, isShown: isOpen && isShown, isMoving, shownSince, toggle: isShown ? hide : () => show(true) };
}

const isFreshlyOpen = (at: string | null): boolean => at !== null && serverNow() - Date.parse(at) <= FRESH_MS;
