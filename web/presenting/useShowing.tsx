import { show } from "@survey-app/contract/ballots/rights.ts";
import { type Survey, showResult } from "@survey-app/contract/surveys/surveys.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { type ReactNode, useState } from "react";
import { ApiRequestError, api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { isOffline } from "../api/noResponse.ts";
import { receiveTotals } from "../live/totals.ts";
import { may } from "../session/may.ts";
import { useOwner } from "../session/useSession.ts";
import { useCountdown } from "../ui/useCountdown.ts";

/**
 * Shows everyone the result of a survey that waits for its owner, three visible seconds after the press. The wall then
 * follows the event, even if the response was lost. Nothing is sent later.
 */
export function useShowing(survey: Survey) {
  const { _id, participants, closedAt, resultsOpen } = survey;
  const isWaiting = resultsOpen === "whenShown";
  const mayShow = may(show, useOwner(), survey);
  const [message, setMessage] = useState<ReactNode>(null);
  async function send(): Promise<void> {
    try {
      const { shownAt, shownAfter, totals } = await api(showResult, { params: { id: _id } });
      // Where the wall's stream is paused, this is the event.
      if (shownAt !== null && shownAfter !== null)
        receiveTotals({ surveyId: _id, ...totals, closedAt, shownAt, shownAfter });
    } catch (error) {
      setMessage(error instanceof ApiRequestError ? failureOf(error).text : shareTexts.notShown);
    }
  }
  const countdown = useCountdown({ onEnd: () => void send() });
  const { left, stop } = countdown;
  // Another person has shown the result, or it has opened: what was said about it no longer holds.
  if (!isWaiting && (left !== null || message !== null)) {
    stop();
    setMessage(null);
  }
  const press = () => {
    if (left !== null) return;
    if (!mayShow) setMessage(shareTexts.showFromPhone((name) => <strong>{name}</strong>));
    else if (isOffline()) setMessage(shareTexts.notShown);
    else if (participants === 0) setMessage(resultSentences.noVotesYet);
    else {
      setMessage(null);
      countdown.press();
    }
  };
  return { isWaiting, left, message, press, stop };
}
