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
