/** A vote that is to be stored. `comment` and `report` are "" when there is none. */
export interface Ballot {
  id: string;
  surveyId: string;
  userId: string;
  choice: 0 | 1;
  comment: string;
  report: string;
}

/** The result of a ballot: stored now, stored earlier under `id`, or rejected. `receipt` is from `receiptOf`. */
export type BallotResult =
  | { kind: "stored"; id: string; receipt: string }
  | { kind: "already"; id: string; choice: 0 | 1; receipt: string }
  | { kind: "refused"; because: "notFound" | "hasEnded" };
