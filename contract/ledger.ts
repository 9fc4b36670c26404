/**
 * An entry of a survey's ledger, the public hash chain of its votes. Each hash covers the row and the hash before it, so
 * changing, removing or inserting a row breaks every hash after it. This file is the only implementation in TypeScript;
 * tests prove that PostgreSQL computes the same. By hand: `printf 'HASH N DATE VOTE' | sha256sum`.
 */
export interface LedgerEntry {
  /** 1, 2, 3 … within the survey. */
  n: number;
  /** The UTC day on which the vote was stored, YYYY-MM-DD. A precise time could help to identify voters. */
  date: string;
  vote: 0 | 1;
  /** The SHA-256 of `ledgerLine`, 64 lower-case hex digits. */
  hash: string;
}

/** Returns the text whose SHA-256 precedes a survey's first vote. */
export function ledgerStart(surveyId: string): string {
  return `Survey App ledger of ${surveyId}`;
}

/** Returns the text whose SHA-256 is the hash of a vote. @param before the hash of the vote before it */
export function ledgerLine(before: string, { n, date, vote }: Omit<LedgerEntry, "hash">): string {
  return `${before} ${n} ${date} ${vote}`;
}

/** The number of hex digits of a hash in a receipt: 64 bits, for which no other ledger can feasibly be found. */
export const MARK_DIGITS = 16;

/** Returns the receipt of a vote: its number, and the first digits of its hash. Example: `1234-9f3a-5c0d-21be-77aa`. */
export function receiptOf({ n, hash }: Pick<LedgerEntry, "n" | "hash">): string {
  return `${n}-${hash.slice(0, 4)}-${hash.slice(4, 8)}-${hash.slice(8, 12)}-${hash.slice(12, MARK_DIGITS)}`;
}

export interface Receipt {
  n: number;
  /** The first digits of the hash. */
  mark: string;
}

/** Parses a receipt as people type it, ignoring case, spaces and missing hyphens; null if it is not a receipt. */
export function readReceipt(text: string): Receipt | null {
  const parts = /^([1-9]\d{0,14})[-\s]+([0-9a-f]{4})[-\s]*([0-9a-f]{4})[-\s]*([0-9a-f]{4})[-\s]*([0-9a-f]{4})$/i.exec(
    text.trim(),
  );
  if (!parts) return null;
  return { n: Number(parts[1]), mark: parts.slice(2).join("").toLowerCase() };
}
