/**
 * The public log of a survey's votes: each row's hash is made of the row and of the hash before it, so a row that is
 * changed, removed or put in breaks every hash after it. The formula stands here and nowhere else in TypeScript; that
 * PostgreSQL computes the same is tested. By hand: `printf 'HASH N DATE VOTE' | sha256sum`.
 */
export interface LedgerEntry {
  /** 1, 2, 3 … within the survey. */
  n: number;
  /** The UTC day on which the vote was stored, YYYY-MM-DD. An instant would help to tell who voted. */
  date: string;
  vote: 0 | 1;
  /** SHA-256 of `ledgerLine`, 64 small hex digits. */
  hash: string;
}

/** The text whose SHA-256 stands before a survey's first vote. */
export function ledgerStart(surveyId: string): string {
  return `Survey App ledger of ${surveyId}`;
}

/** The text whose SHA-256 is the hash of a vote, `before` being the hash of the one before it. */
export function ledgerLine(before: string, { n, date, vote }: Omit<LedgerEntry, "hash">): string {
  return `${before} ${n} ${date} ${vote}`;
}

/** Hex digits of a hash in a receipt: 64 bits, which nobody finds another log for. */
export const MARK_DIGITS = 16;

/** What a voter is given: where the vote stands, and a mark of everything up to it. `1234-9f3a-5c0d-21be-77aa`. */
export function receiptOf({ n, hash }: Pick<LedgerEntry, "n" | "hash">): string {
  return `${n}-${hash.slice(0, 4)}-${hash.slice(4, 8)}-${hash.slice(8, 12)}-${hash.slice(12, MARK_DIGITS)}`;
}

export interface Receipt {
  n: number;
  /** The first digits of the hash. */
  mark: string;
}

/** Reads a receipt as people type it: capitals, spaces and missing hyphens don't matter. Null for anything else. */
export function readReceipt(text: string): Receipt | null {
  const parts = /^([1-9]\d{0,14})[-\s]+([0-9a-f]{4})[-\s]*([0-9a-f]{4})[-\s]*([0-9a-f]{4})[-\s]*([0-9a-f]{4})$/i.exec(
    text.trim(),
  );
  if (!parts) return null;
  return { n: Number(parts[1]), mark: parts.slice(2).join("").toLowerCase() };
}
