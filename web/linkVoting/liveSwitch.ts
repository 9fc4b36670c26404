import type { SurveyTotals } from "@survey-app/contract/surveys/surveys.ts";
import * as cardTexts from "@survey-app/texts/cardTexts.ts";
import { watchVisibility } from "../api/visibility.ts";
import { listen } from "../live/listen.ts";
import { liveAction } from "../live/liveAction.ts";
import { readPaused, storePaused } from "../live/livePause.ts";
import { part, write } from "../sharing/showTotals.ts";

interface Following {
  onTotals: (totals: SurveyTotals) => void;
  /** The survey is no longer published. */
  onGone: () => void;
}

/**
 * Follows the totals of a survey while its page is seen, and lets its reader pause them.
 * @returns a function that ends both
 */
export function followLive(surveyId: string, { onTotals, onGone }: Following): () => void {
  const button = part<HTMLButtonElement>("live");
  let isSeen = false;
  let isPaused = readPaused();
  let stop: (() => void) | null = null;

  const show = (state: keyof typeof cardTexts.live) => {
    write("liveWord", cardTexts.live[state]);
    write("liveAction", liveAction(state));
    button?.toggleAttribute("data-live", state === "live");
  };
  const update = () => {
    if (isSeen && !isPaused) {
      if (stop) return;
      show("connecting");
      stop = listen([surveyId], "room", { onTotals, onGone, onState: (state) => !isPaused && show(state) });
      return;
    }
    stop?.();
    stop = null;
    if (isPaused) show("paused");
  };
  button?.addEventListener("click", () => {
    isPaused = !isPaused;
    storePaused(isPaused);
    update();
  });
  button?.classList.remove("invisible");
  const unwatch = watchVisibility((seen) => {
    isSeen = seen;
    update();
  });
  return () => {
    unwatch();
    stop?.();
    button?.classList.add("invisible");
  };
}
