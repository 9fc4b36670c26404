import type { Privacy } from "./ballots.ts";
import { withPlainDigits } from "./digits.ts";
import { withoutUnseen } from "./unseenCharacters.ts";

/**
 * The ledger of a survey: the public hash chain of its votes, format 2. Each vote is sealed with a key that the survey keeps
 * secret until its results are open, so that the chain can be published before, and can't be rewritten after.
 *
 * ```
 * KEY    32 random bytes, made with each ballot box
 * k(n)   SHA-256 of "row KEY n"
 * seal   SHA-256 of "seal k(n) answer"               answer: 1 yes, 0 no, 2 not sure
 * h(0)   SHA-256 of "Survey App ledger 2 of ID"
 * h(n)   SHA-256 of "h(n-1) n date replaces seal"    date: the UTC day; replaces: the row that this one replaces, or -
 * end    SHA-256 of "h(N) closed DATE participants yes no unsure"
 * ```
 *
 * A changed vote is a further row, which replaces the row before it; of each person's rows only the last one counts.
 * When a survey with live results is made, KEY is public. Otherwise, from the close: KEY, or in a survey with changeable votes
 * only k(n) of the rows that count, so that earlier answers stay secret.
 *
 * The ledger of a confidential or secret survey has no rows, so its end follows h(0), and its key is never published: rows and
 * their order could tell who voted what. With fewer than `SPLIT_MIN` participants its end has `- - -` for the answers.
 *
 * Texts are ASCII, hashes and keys 64 lower-case hex digits, numbers decimal. This file is the only implementation in
 * TypeScript; tests prove that PostgreSQL computes the same. By hand: `printf 'row KEY 1' | sha256sum`.
 */
export const LEDGER_FORMAT = 2;

/**
 * The first field of a portable result (portableResult.ts), which contains a ledger: 2 if the question has a language, a pass
 * rule or a word about its picture, with which it is hashed differently.
 */
export const RESULT_FORMATS = ["Survey App result 1", "Survey App result 2"] as const;

/** With fewer participants, the answers of a confidential or secret survey are never shown: they could reveal who voted what. */
export const SPLIT_MIN = 5;

/** An answer: 1 yes, 0 no, 2 not sure. */
export type Answer = 0 | 1 | 2;

/** How often each person may change their vote, where the survey allows it. */
export const CHANGES_MAX = 10;

/**
 * A row of the ledger. It has the answer if the row is open, and its seal if not. All rows open with the survey's key; where
 * people could change their votes while the results were hidden, each row that counts opens with its own `k`, and the
 * replaced ones stay sealed for good.
 */
export interface LedgerEntry {
  /** 1, 2, 3 … within the survey. */
  n: number;
  /** The UTC day on which the vote was stored, YYYY-MM-DD. A precise time could help to identify voters. */
  date: string;
  /** The `n` of the row that this one replaces; null for a first vote. */
  replaces: number | null;
  /** k(n), where the survey's key stays secret. */
  k?: string;
  vote?: Answer;
  seal?: string;
  /** h(n). */
  hash: string;
}

/** How many people gave each answer. */
export interface LedgerTotals {
  yes: number;
  no: number;
  unsure: number;
}

/** The final numbers of a closed survey. */
export interface LedgerEnd {
  /** The UTC day of the close, YYYY-MM-DD. */
  closed: string;
  participants: number;
  /** Null if there are too few participants to show them. */
  totals: LedgerTotals | null;
}

/** The text whose SHA-256 is h(0). */
export const ledgerStart = (surveyId: string): string => `Survey App ledger ${LEDGER_FORMAT} of ${surveyId}`;

/** The text whose SHA-256 is k(n). */
export const rowKeyText = (key: string, n: number): string => `row ${key} ${n}`;

/** The text whose SHA-256 is the seal of an answer. */
export const sealText = (rowKey: string, answer: Answer): string => `seal ${rowKey} ${answer}`;

/** The text whose SHA-256 is h(n). @param before h(n-1) */
export function ledgerLine(
  before: string,
  { n, date, replaces, seal }: { n: number; date: string; replaces: number | null; seal: string },
): string {
  return `${before} ${n} ${date} ${replaces ?? "-"} ${seal}`;
}

/** The text whose SHA-256 is the end. @param head the hash of the last row, h(0) without rows */
export function ledgerEndLine(head: string, { closed, participants, totals }: LedgerEnd): string {
  const answers = totals ? `${totals.yes} ${totals.no} ${totals.unsure}` : "- - -";
  return `${head} closed ${closed} ${participants} ${answers}`;
}

/** The number of hex digits of a hash in a receipt: 64 bits, for which no other ledger can feasibly be found. */
const MARK_DIGITS = 16;

/** Returns the receipt of a vote: its number, and the first digits of its hash. Example: `1234-9f3a-5c0d-21be-77aa`. */
export function receiptOf({ n, hash }: Pick<LedgerEntry, "n" | "hash">): string {
  return `${n}-${hash.slice(0, 4)}-${hash.slice(4, 8)}-${hash.slice(8, 12)}-${hash.slice(12, MARK_DIGITS)}`;
}

/** The receipt of a vote; null in surveys whose ledger has no rows, because it would tell the order of the votes. */
export function receiptFor(privacy: Privacy, vote: Pick<LedgerEntry, "n" | "hash">): string | null {
  return privacy === "named" ? receiptOf(vote) : null;
}

export interface Receipt {
  n: number;
  /** The first digits of the hash. */
  mark: string;
}

/** Parses a receipt as people type and paste it: case, spaces, kinds of dashes and missing ones don't matter. Null if it is none. */
export function readReceipt(text: string): Receipt | null {
  const parts = /^([1-9]\d{0,14})[-\s]+([0-9a-f]{4})[-\s]*([0-9a-f]{4})[-\s]*([0-9a-f]{4})[-\s]*([0-9a-f]{4})$/i.exec(
    withoutUnseen(withPlainDigits(text)).replaceAll(/\p{Pd}/gu, "-"),
  );
  if (!parts) return null;
  return { n: Number(parts[1]), mark: parts.slice(2).join("").toLowerCase() };
}
