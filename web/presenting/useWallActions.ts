import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { useState } from "react";
import { useFullScreen } from "./useFullScreen.ts";
import { useKeys } from "./useKeys.ts";
import type { WallAction } from "./WallKeys.tsx";

/** After a result has appeared, further presses of a clicker do nothing for this time, in ms. */
const PAUSE_MS = 2000;

/** Whether Page Down has something to scroll to. */
function isScrollable(): boolean {
  const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
  return scrollHeight - clientHeight - scrollTop > 1;
}

/**
 * Whether the Page Down of a clicker takes a step: not right after a result has appeared, and not where it scrolls.
 * @param shownSince on the clock of events
 */
export const takesStep = (shownSince: number): boolean => performance.now() - shownSince >= PAUSE_MS && !isScrollable();

interface WallActionsOptions {
  /** An action that only this screen has; it comes first. */
  first?: WallAction | false;
  /** Opens the next question; null for readers who may not. */
  next: (() => void) | null;
  /** Has a screen reader say what is shown. */
  say: () => void;
  /** For the Page Down of a clicker. */
  takeStep: (() => void) | null;
}

/** The actions of a screen in a room, and their keys. @returns the props of `WallKeys` */
export function useWallActions({ first = false, next, say, takeStep }: WallActionsOptions) {
  const { isFull, toggle } = useFullScreen();
  const [hasKeys, onKeys] = useState(true);
  const actions: WallAction[] = first ? [first] : [];
  if (toggle)
    actions.push({ letter: "F", label: isFull ? shareTexts.leaveFullScreen : shareTexts.fullScreen, run: toggle });
  if (next) actions.push({ letter: "N", label: roomTexts.nextQuestion, run: next });
  actions.push({ letter: "T", label: shareTexts.sayTotal, run: say, isSpoken: true });
  const letters = actions.map(({ letter, run }) => [letter.toLowerCase(), run]);
  useKeys({ ...Object.fromEntries(hasKeys ? letters : []), ...(takeStep && { pagedown: takeStep }) });
  return { actions, hasKeys, onKeys };
}
