import type { SurveyTotals } from "@survey-app/contract/surveys/surveys.ts";
import type { POLL_SECONDS } from "@survey-app/contract/votes/liveTotals.ts";

/** Randomizes a wait by a fifth, so that pages don't ask at the same moment. */
export const spread = (ms: number) => ms * (0.8 + 0.4 * Math.random());

/** The interval of requests while there is no stream. */
export type Pace = keyof typeof POLL_SECONDS;

export interface LiveListener {
  onTotals(totals: SurveyTotals): void;
  /** The survey is no longer published. */
  onGone(): void;
  /** Totals arrive by the stream, by polling, or not at all. */
  onState(state: "live" | "polling" | "lost"): void;
}

/**
 * Asks for the same as a stream brings, again and again.
 * @param onReturn is called for the first response after requests that got none
 */
export type Poll = (onReturn: () => void) => () => void;

/** Where live data comes from. */
export interface LiveSource<Data> {
  /** The address of its stream. */
  url: string;
  pace: Pace;
  onEvent(data: Data): void;
  /** Loads the code that asks for the same while no stream gets through. */
  loadPoll(): Promise<Poll>;
}
