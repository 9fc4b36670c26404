/** A vote on its way into the ledger. `comment` and `report` are "" when there is none. */
export interface Ballot {
  id: string;
  surveyId: string;
  userId: string;
  choice: 0 | 1;
  comment: string;
  report: string;
}

/** What became of a ballot: stored now, or stored before under `id`, or refused. `receipt` as `receiptOf` writes it. */
export type BallotResult =
  | { kind: "stored"; id: string; receipt: string }
  | { kind: "already"; id: string; choice: 0 | 1; receipt: string }
  | { kind: "refused"; because: "notFound" | "hasEnded" };

/** Votes are counted by days (UTC) too. */
export const DAY_MS = 24 * 3600_000;
