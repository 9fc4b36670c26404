import type { POLL_SECONDS } from "@survey-app/contract/liveTotals.ts";
import type { SurveyTotals } from "@survey-app/contract/surveys.ts";

/** How often a page asks while it has no stream. */
export type Pace = keyof typeof POLL_SECONDS;

export interface LiveListener {
  onTotals(totals: SurveyTotals): void;
  /** The survey is no longer published. */
  onGone(): void;
  /** How totals arrive: by the stream, by polling, or not at all. */
  onState(state: "live" | "polling" | "lost"): void;
}

/** Randomizes a wait by a fifth, so that pages don't ask at the same moment. */
export const spread = (ms: number): number => ms * (0.8 + 0.4 * Math.random());
