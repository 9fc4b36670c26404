import { hash } from "node:crypto";
import { type LedgerEntry, ledgerLine, ledgerStart } from "@survey-app/contract/ledger.ts";

/** Returns the SHA-256 of a text, in hex. */
export const sha256 = (text: string): string => hash("sha256", text, "hex");

/** Returns the hash of a vote that follows `head`, which is empty before the first vote. */
export function nextHash(surveyId: string, head: string, vote: Omit<LedgerEntry, "hash">): string {
  return sha256(ledgerLine(head || sha256(ledgerStart(surveyId)), vote));
}

/** Returns the UTC day of an instant, as in the hashed line of a vote. */
export function ledgerDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

interface Row {
  survey_id: string;
  choice: 0 | 1;
  created_at: number;
}

/**
 * Creates a function that numbers and hashes votes, for code that stores votes without the vote writer (demo data, tests).
 * Pass the votes survey by survey, each from its first vote; call it again with the votes that follow.
 */
export function chainVotes(): <R extends Row>(votes: readonly R[]) => (R & { n: number; hash: string })[] {
  let last = { survey_id: "", n: 0, hash: "" };
  return (votes) =>
    votes.map((vote) => {
      const { survey_id, choice, created_at } = vote;
      const before = last.survey_id === survey_id ? last : { n: 0, hash: "" };
      const entry = { n: before.n + 1, date: ledgerDay(created_at), vote: choice };
      last = { survey_id, n: entry.n, hash: nextHash(survey_id, before.hash, entry) };
      return { ...vote, n: last.n, hash: last.hash };
    });
}
