import { withPlainDigits } from "../text/digits.ts";
import { withoutUnseen } from "../text/unseenCharacters.ts";
import type { BallotSettings, Privacy } from "./ballots.ts";

/**
 * The ledger of a survey: the public hash chain of its votes, format 3. It begins with what was asked. Each vote is
 * sealed with a key that the survey keeps secret until its results are open, so that the chain can be published before,
 * and can't be rewritten after.
 *
 * ```
 * KEY       32 random bytes, made with each ballot box
 * k(n)      SHA-256 of "row KEY n"
 * seal      SHA-256 of "seal k(n) answer"                answer: 1 yes, 0 no, 2 not sure
 * QUESTION  SHA-256 of the question in all languages, its picture and its pass rule (`askedText` in askedText.ts)
 * h(0)      SHA-256 of "Survey App ledger 3 of ID asks QUESTION electorate privacy results changeable unsure AFTER"
 * h(n)      SHA-256 of "h(n-1) n date replaces seal"     date: the UTC day; replaces: the row that this one replaces, or -
 * CLOSING   "by WHO at INSTANT from INSTANT planned INSTANT moves N notes N HASH shown N list LIST"
 * end       SHA-256 of "h(N) ends h(0) DATE participants yes no unsure CLOSING"
 * ```
 *
 * The first vote fixes h(0), in its own transaction; until then an edit of the question changes it. So every receipt
 * and every head commit to the question. The end repeats h(0), so that it commits to the question without the rows.
 * Changeable and unsure are 1 or 0. AFTER is `n:END` for question n+1 of a meeting, END being the end
 * of question n. In CLOSING, WHO is deadline, owner, admin, or everyone, when all on the list of a meeting have voted;
 * shown is how many had voted when the owner showed the result; HASH is the SHA-256 of the notes (`notesText`); LIST is
 * "INVITED ADDED STRUCK CODES REPLACED UNSENT OBJECTIONS" at the close. A missing value is -, and so is all of
 * CLOSING if version 1.0 closed the survey, because it doesn't know CLOSING. Whether a pass rule is met follows from
 * the rule and the totals, and isn't in any of the texts.
 *
 * Ledgers that version 1.0 began stay in format 2, which commits to neither the question nor the close:
 *
 * ```
 * h(0)      SHA-256 of "Survey App ledger 2 of ID"
 * end       SHA-256 of "h(N) closed DATE participants yes no unsure"
 * ```
 *
 * A changed vote is a further row, which replaces the person's row before it: only the last row of each person counts.
 * In a survey with live results, KEY is public from the start. In others, KEY becomes public at the close, or when the
 * owner shows the result. If votes are changeable, only k(n) of the rows that count becomes public instead, so that
 * earlier answers stay secret.
 *
 * The ledger of a confidential or secret survey doesn't have rows, so its end follows h(0), and its key is never
 * published: rows and their order could reveal how someone voted. With fewer than `SPLIT_MIN` participants its end
 * has `- - -` for the answers.
 *
 * Texts are ASCII, hashes and keys 64 lower-case hex digits, numbers decimal. This file is the only implementation in
 * TypeScript; tests prove that PostgreSQL computes the same. By hand: `printf 'row KEY 1' | sha256sum`.
 */
export const LEDGER_FORMATS = [2, 3] as const;
export type LedgerFormat = (typeof LEDGER_FORMATS)[number];

/**
 * The first field of a portable result (portableResult.ts): 3 with a ledger of format 3. With a ledger of format 2, it
 * is 2 if the question has a language, a pass rule or a description of its picture, because these change its hash, and
 * 1 otherwise.
 */
export const RESULT_FORMATS = ["Survey App result 1", "Survey App result 2", "Survey App result 3"] as const;

/**
 * With fewer participants, the answers of a confidential or secret survey are never shown: they could reveal how
 * someone voted.
 */
export const SPLIT_MIN = 5;

/** An answer: 1 yes, 0 no, 2 not sure. */
export type Answer = 0 | 1 | 2;

/** The most changes of one person's vote, where the survey allows changes. */
export const CHANGES_MAX = 10;

/**
 * A row of the ledger. An open row has its answer, a sealed one its seal. The survey's key opens all rows. Where people
 * could change their votes while the results were hidden, each row that counts has its own `k` to open it, and the
 * replaced rows stay sealed for good.
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

/** The number of people for each answer. */
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
  /** Null in format 2, and if version 1.0 closed the survey. */
  closing?: Closing | null;
}

/** The question that the votes of a ledger of format 3 answer, as a hash, and the settings of voting. */
export interface Asks extends BallotSettings {
  /** SHA-256 of `askedText` (askedText.ts). */
  question: string;
  /** The previous question of a meeting, by its number and its end; null without one. */
  after: string | null;
}

/** The public numbers of a survey's list at its close (resultLabel.ts says what they count). */
export interface ClosingList {
  invited: number;
  added: number;
  struck: number;
  codes: number;
  replaced: number;
  reissuedByOperator: number;
  unsent: number;
  objections: number;
}

/** The close of a survey, and the facts besides its votes that its result may claim. Times are ISO 8601 instants. */
export interface Closing {
  by: "deadline" | "owner" | "admin" | "everyone";
  /** When it was closed. */
  at: string;
  /** When people could begin to vote. */
  from: string;
  /** The deadline; null without one. */
  planned: string | null;
  /** How often the deadline was moved since the first publication. */
  moves: number;
  /** How many notes the description had, and SHA-256 of `notesText`; null without any. */
  notes: number;
  notesHash: string | null;
  /** How many had voted when the owner showed the result; null if it was not shown before the close. */
  shown: number | null;
  /** Null if everyone could vote. */
  list: ClosingList | null;
}

/**
 * The text whose SHA-256 is h(0).
 * @param asks null in format 2
 */
export function ledgerStart(surveyId: string, asks: Asks | null): string {
  if (asks === null) return `Survey App ledger 2 of ${surveyId}`;
  const { question, electorate, privacy, results, changeable, unsure, after } = asks;
  const settings = `${electorate} ${privacy} ${results} ${Number(changeable)} ${Number(unsure)} ${after ?? "-"}`;
  return `Survey App ledger 3 of ${surveyId} asks ${question} ${settings}`;
}

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

/**
 * The text whose SHA-256 is the end.
 * @param head the hash of the last row, h(0) without rows
 * @param start h(0); null in format 2
 */
export function ledgerEndLine(head: string, start: string | null, end: LedgerEnd): string {
  const { closed, participants, totals, closing } = end;
  const answers = totals ? `${totals.yes} ${totals.no} ${totals.unsure}` : "- - -";
  if (start === null) return `${head} closed ${closed} ${participants} ${answers}`;
  return `${head} ends ${start} ${closed} ${participants} ${answers} ${closing ? closingText(closing) : "-"}`;
}

/** The close of a survey as text, from which the ledger's end is hashed. Each part is ASCII without blanks. */
function closingText({ by, at, from, planned, moves, notes, notesHash, shown, list }: Closing): string {
  const numbers = list ? listNumbers(list).join(" ") : "-";
  const times = `at ${at} from ${from} planned ${planned ?? "-"}`;
  return `by ${by} ${times} moves ${moves} notes ${notes} ${notesHash ?? "-"} shown ${shown ?? "-"} list ${numbers}`;
}

/** The numbers of a list, in the order in which they appear in the end of a ledger. */
export const listNumbers = (list: ClosingList): number[] => [
  list.invited,
  list.added,
  list.struck,
  list.codes,
  list.replaced,
  list.reissuedByOperator,
  list.unsent,
  list.objections,
];

/** A note that an owner added to the description. */
export interface LedgerNote {
  text: string;
  /** ISO 8601 instant. */
  createdAt: string;
}

/** The text whose SHA-256 identifies the notes, oldest first: JSON as RFC 8785 writes it. */
export const notesText = (notes: readonly LedgerNote[]): string =>
  JSON.stringify(notes.map(({ createdAt, text }) => [createdAt, text]));

/**
 * The number of hex digits of a hash in a receipt: 64 bits. It isn't feasible to find another ledger for a given
 * receipt. But an operator who prepares two ledgers before the vote can find a receipt that fits both with 2^32
 * attempts, so a receipt is weaker evidence about the question than a head.
 */
const MARK_DIGITS = 16;

/**
 * The first digits of a hash, for people: `9f3a-5c0d-21be-77aa`. Where voters don't get a receipt, they get the digits
 * of h(0).
 */
export const markOf = (hash: string): string =>
  `${hash.slice(0, 4)}-${hash.slice(4, 8)}-${hash.slice(8, 12)}-${hash.slice(12, MARK_DIGITS)}`;

/** Returns the receipt of a vote: its number, and the first digits of its hash. Example: `1234-9f3a-5c0d-21be-77aa`. */
export const receiptOf = ({ n, hash }: Pick<LedgerEntry, "n" | "hash">): string => `${n}-${markOf(hash)}`;

/**
 * The receipt of a vote; null in surveys whose ledger doesn't have rows, because it would reveal the order of the
 * votes.
 */
export function receiptFor(privacy: Privacy, vote: Pick<LedgerEntry, "n" | "hash">): string | null {
  return privacy === "named" ? receiptOf(vote) : null;
}

export interface Receipt {
  n: number;
  /** The first digits of the hash. */
  mark: string;
}

/**
 * Parses a receipt as people type and paste it: case, spaces, kinds of dashes and missing dashes don't matter. Null if
 * the text isn't a receipt.
 */
export function readReceipt(text: string): Receipt | null {
  const parts = /^([1-9]\d{0,14})[-\s]+([0-9a-f]{4})[-\s]*([0-9a-f]{4})[-\s]*([0-9a-f]{4})[-\s]*([0-9a-f]{4})$/i.exec(
    withoutUnseen(withPlainDigits(text)).replaceAll(/\p{Pd}/gu, "-"),
  );
  if (!parts) return null;
  return { n: Number(parts[1]), mark: parts.slice(2).join("").toLowerCase() };
}
