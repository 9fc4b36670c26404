import { hash } from "node:crypto";
import { type Answer, ledgerLine, ledgerStart, rowKeyText, sealText } from "@survey-app/contract/ledger.ts";

/** Returns the SHA-256 of a text, in hex. */
export const sha256 = (text: string): string => hash("sha256", text, "hex");

/** A row of the ledger before it is hashed. `key` is the survey's secret key. */
interface Row {
  surveyId: string;
  key: string;
  n: number;
  date: string;
  /** The `n` of the row that this one replaces; null for a first vote. */
  replaces: number | null;
  vote: Answer;
}

/** Returns the hash of a vote that follows `head`, which is empty before the first vote. */
export function nextHash(head: string, { surveyId, key, n, date, replaces, vote }: Row): string {
  const seal = sha256(sealText(sha256(rowKeyText(key, n)), vote));
  return sha256(ledgerLine(head || sha256(ledgerStart(surveyId)), { n, date, replaces, seal }));
}

/** Returns the UTC day of an instant, as in the hashed line of a vote. */
export function ledgerDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

interface StoredVote {
  survey_id: string;
  choice: Answer;
  created_at: number;
  replaces?: number | null;
}

/**
 * Creates a function that numbers and hashes votes, for code that stores votes without the vote writer (demo data, tests).
 * Pass the votes survey by survey, each from its first vote; call it again with the votes that follow.
 * @param keyOf returns the key in a survey's ballot box
 */
export function chainVotes(
  keyOf: (surveyId: string) => string,
): <R extends StoredVote>(votes: readonly R[]) => (R & { n: number; hash: string })[] {
  let last = { survey_id: "", n: 0, hash: "" };
  return (votes) =>
    votes.map((vote) => {
      const { survey_id, choice, created_at, replaces = null } = vote;
      const before = last.survey_id === survey_id ? last : { n: 0, hash: "" };
      const n = before.n + 1;
      const date = ledgerDay(created_at);
      const row = { surveyId: survey_id, key: keyOf(survey_id), n, date, replaces, vote: choice };
      last = { survey_id, n, hash: nextHash(before.hash, row) };
      return { ...vote, n, hash: last.hash };
    });
}
