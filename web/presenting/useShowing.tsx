import { show } from "@survey-app/contract/ballots/rights.ts";
import { type Survey, showResult } from "@survey-app/contract/surveys/surveys.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { ApiRequestError, api } from "../api/api.ts";
import { isOffline } from "../api/noResponse.ts";
import { receiveTotals } from "../live/totals.ts";
import { may } from "../session/may.ts";
import { useUser } from "../session/useSession.ts";

/** For how many seconds a press can be taken back: everyone sees what was shown, for good. */
const SECONDS = 3;

/**
 * Shows everyone the result of a survey that waits for its owner, three visible seconds after the press. The wall then follows the event, also
 * where the answer was lost. Nothing is sent later.
 */
export function useShowing(survey: Survey) {
  const { _id, participants, closedAt, resultsOpen } = survey;
  const isWaiting = resultsOpen === "whenShown";
  const mayShow = may(show, useUser(), survey);
  const [left, setLeft] = useState<number | null>(null);
  const [message, setMessage] = useState<ReactNode>(null);
  async function send(): Promise<void> {
    setLeft(null);
    try {
      const { shownAt, shownAfter, totals } = await api(showResult, { params: { id: _id } });
      // Where the wall's stream is paused, this is the event.
      if (shownAt !== null && shownAfter !== null)
        receiveTotals({ surveyId: _id, ...totals, closedAt, shownAt, shownAfter });
    } catch (error) {
      setMessage(error instanceof ApiRequestError ? error.message : shareTexts.notShown);
    }
  }
  const tick = useEffectEvent((seconds: number) => (seconds > 1 ? setLeft(seconds - 1) : void send()));
  useEffect(() => {
    if (left === null) return;
    const timer = setTimeout(tick, 1000, left);
    return () => clearTimeout(timer);
  }, [left]);
  const isCounting = left !== null && isWaiting;
  useStop(isCounting, () => setLeft(null));
  // Somebody else has shown the result, or it has opened: what was said about it no longer holds.
  if (!isWaiting && (left !== null || message !== null)) {
    setLeft(null);
    setMessage(null);
  }
  const press = () => {
    if (isCounting) return;
    if (!mayShow) setMessage(shareTexts.showFromPhone((name) => <strong>{name}</strong>));
    else if (isOffline()) setMessage(shareTexts.notShown);
    else if (participants === 0) setMessage(resultSentences.noVotesYet);
    else {
      setMessage(null);
      setLeft(SECONDS);
    }
  };
  return { isWaiting, left: isCounting ? left : null, message, press, stop: () => setLeft(null) };
}

/** Runs `stop` on Esc, which browsers keep for themselves where the page fills the screen: it then leaves that. */
function useStop(isOn: boolean, stop: () => void): void {
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => key === "Escape" && stop());
  const onFullScreen = useEffectEvent(() => document.fullscreenElement === null && stop());
  useEffect(() => {
    if (!isOn) return;
    const ending = new AbortController();
    document.addEventListener("keydown", onKey, ending);
    document.addEventListener("fullscreenchange", onFullScreen, ending);
    return () => ending.abort();
  }, [isOn]);
}
