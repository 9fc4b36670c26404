import type { Answer } from "@survey-app/contract/ledger.ts";

/** A vote that is to be stored. `comment` and `report` are "" when there is none. */
export interface Ballot {
  id: string;
  surveyId: string;
  userId: string;
  choice: Answer;
  comment: string;
  report: string;
}

/**
 * The result of a ballot: stored now, stored earlier under `id`, or rejected (`notOffered`: the survey has no such answer).
 * `receipt` is from `receiptFor`.
 */
export type BallotResult =
  | { kind: "stored"; id: string; receipt: string | null }
  | { kind: "already"; id: string; choice: Answer; receipt: string | null }
  | { kind: "refused"; because: "notFound" | "hasEnded" | "notOffered" };
