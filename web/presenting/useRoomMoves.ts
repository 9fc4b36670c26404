import { useEffect, useRef, useSyncExternalStore } from "react";
import { navigate } from "wouter/use-browser-location";
import { arrivals, newestTotals } from "../live/totals.ts";

export const presentAddress = (surveyId: string): string => `/surveys/${surveyId}/present`;
export const leadAddress = (surveyId: string): string => `/surveys/${surveyId}/lead`;

/**
 * The survey to which the room of a survey on the page has moved on: null for none, undefined until its totals have
 * come.
 */
export const useRoomMove = (surveyId: string): string | null | undefined =>
  useSyncExternalStore(
    arrivals.subscribe,
    () => {
      const totals = newestTotals(surveyId);
      return totals && (totals.movedTo ?? null);
    },
    () => undefined,
  );

/**
 * Takes the page along when its room goes on, also where another person leads it. A room that had gone on before the
 * page was opened is not followed: its reader wants to see this question.
 * @param addressOf the page's address for a survey
 */
export function useRoomMoves(surveyId: string, addressOf: (surveyId: string) => string): void {
  const movedTo = useRoomMove(surveyId);
  const known = useRef<{ surveyId: string; movedTo: string | null } | null>(null);
  useEffect(() => {
    if (movedTo === undefined) return;
    const isKnown = known.current?.surveyId !== surveyId || known.current.movedTo === movedTo;
    known.current = { surveyId, movedTo };
    if (!isKnown && movedTo !== null) navigate(addressOf(movedTo));
  }, [surveyId, movedTo, addressOf]);
}
