import { hash } from "node:crypto";
import {
  type Answer,
  type Asks,
  ledgerLine,
  ledgerStart,
  rowKeyText,
  sealText,
} from "@survey-app/contract/ballots/ledger.ts";
import type { StoredBox } from "../database/tables.ts";

/** Returns the SHA-256 of a text, in hex. */
export const sha256 = (text: string): string => hash("sha256", text, "hex");

/** The columns of a ballot box that decide how its ledger begins. */
export type StartColumns = Pick<
  StoredBox,
  | "survey_id"
  | "question_hash"
  | "ledger_format"
  | "participants"
  | "closed_at"
  | "electorate"
  | "privacy"
  | "results"
  | "changeable"
  | "unsure"
  | "follows"
>;

/** Whether the first vote or the close has fixed how the ledger of a ballot box begins. */
export const isBegun = ({ participants, closed_at }: Pick<StoredBox, "participants" | "closed_at">): boolean =>
  participants > 0 || closed_at !== null;

/** Whether the ledger of a ballot box has format 2 for good: version 1.0 began it. */
export const isOfFormat2 = (box: Pick<StoredBox, "ledger_format" | "participants" | "closed_at">): boolean =>
  box.ledger_format !== 3 && isBegun(box);

/**
 * What the ledger of a ballot box asks; null in format 2, and while the hash of the question is unknown. Before the
 * first vote, that is the survey's current question.
 */
export function asksOfBox(box: StartColumns): Asks | null {
  const { question_hash: question, electorate, privacy, results, changeable, unsure, follows: after } = box;
  if (question === "" || isOfFormat2(box)) return null;
  return { question, electorate, privacy, results, changeable: changeable === 1, unsure: unsure === 1, after };
}

/** Returns h(0) of the ledger of a ballot box. */
export const startOf = (box: StartColumns): string => sha256(ledgerStart(box.survey_id, asksOfBox(box)));

/** A row of the ledger before it is hashed. `key` is the survey's secret key. */
interface Row {
  key: string;
  n: number;
  date: string;
  /** The `n` of the row that this one replaces; null for a first vote. */
  replaces: number | null;
  vote: Answer;
}

/** Returns the hash of a vote that follows `head`, the hash of the vote before it or of the ledger's start. */
export function nextHash(head: string, { key, n, date, replaces, vote }: Row): string {
  const seal = sha256(sealText(sha256(rowKeyText(key, n)), vote));
  return sha256(ledgerLine(head, { n, date, replaces, seal }));
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
 * Creates a function that numbers and hashes votes, for code that stores votes without the vote writer (demo data,
 * tests). Pass the votes survey by survey, each from its first vote; call it again with the votes that follow.
 * @param ledgerOf returns the key in a survey's ballot box, and h(0)
 */
export function chainVotes(
  ledgerOf: (surveyId: string) => { key: string; start: string },
): <R extends StoredVote>(votes: readonly R[]) => (R & { n: number; hash: string })[] {
  let last = { survey_id: "", n: 0, hash: "" };
  return (votes) =>
    votes.map((vote) => {
      const { survey_id, choice, created_at, replaces = null } = vote;
      const { key, start } = ledgerOf(survey_id);
      const before = last.survey_id === survey_id ? last : { n: 0, hash: start };
      const n = before.n + 1;
      const date = ledgerDay(created_at);
      const row = { key, n, date, replaces, vote: choice };
      last = { survey_id, n, hash: nextHash(before.hash, row) };
      return { ...vote, n, hash: last.hash };
    });
}
