import { createHash } from "node:crypto";
import { createLedgerChecker, type LedgerCheckerOptions } from "../checkLedger.ts";
import {
  type Answer,
  LEDGER_FORMAT,
  type LedgerTotals,
  ledgerEndLine,
  ledgerLine,
  ledgerStart,
  rowKeyText,
  SPLIT_MIN,
  sealText,
} from "../ledger.ts";
import { LedgerFlaw, type LedgerPage } from "../ledgerPage.ts";

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The secret key of the sample ledgers. */
export const KEY = sha256("a secret");
export const CLOSED = "2026-11-30";

export interface Cast {
  date: string;
  vote: Answer;
  /** The number of the vote that this one replaces; null or left out for a first vote. */
  replaces?: number | null;
}

/** A row with its answer, its key and its seal, of which a ledger has some. */
export interface Row extends Cast {
  n: number;
  replaces: number | null;
  k: string;
  seal: string;
  hash: string;
}

/** Returns the row of a vote that follows another row's hash. */
export function rowAfter(before: string, n: number, { date, vote, replaces = null }: Cast, key = KEY): Row {
  const k = sha256(rowKeyText(key, n));
  const seal = sha256(sealText(k, vote));
  return { n, date, replaces, vote, k, seal, hash: sha256(ledgerLine(before, { n, date, replaces, seal })) };
}

/** Returns the rows of these votes, in order. */
export function chain(surveyId: string, votes: readonly Cast[], key = KEY): Row[] {
  let before = sha256(ledgerStart(surveyId));
  return votes.map((vote, index) => {
    const row = rowAfter(before, index + 1, vote, key);
    before = row.hash;
    return row;
  });
}

/** Votes at random, three a day. */
export const makeVotes = (votes: number, random: () => number): Cast[] =>
  Array.from({ length: votes }, (_, index) => {
    const drawn = random();
    return {
      date: `2026-11-${String(1 + Math.floor(index / 3)).padStart(2, "0")}`,
      vote: drawn < 0.5 ? 1 : drawn < 0.85 ? 0 : 2,
    };
  });

/** The same, where a third of the votes replace an earlier one that was not replaced. */
export function makeChangedVotes(votes: number, random: () => number): Cast[] {
  const current: number[] = [];
  return makeVotes(votes, random).map((vote, index) => {
    const isChange = current.length > 3 && random() < 0.33;
    const [replaces = null] = isChange ? current.splice(Math.floor(random() * current.length), 1) : [];
    current.push(index + 1);
    return { ...vote, replaces };
  });
}

/**
 * Sealed while the results are hidden; open while people see them and vote; closed at the end; opened row by row at the end
 * where votes could be changed while they were hidden.
 */
export const STATES = ["open", "sealed", "closed", "openedByRow"] as const;
export type State = (typeof STATES)[number];

/** The numbers of the rows that others replace. */
export const replacedIn = (rows: readonly Cast[]): Set<number> =>
  new Set(rows.flatMap(({ replaces }) => (replaces ? [replaces] : [])));

/** The true response for `rows`, with the entries from `from` until `to`. */
export function pageOf(
  rows: readonly Row[],
  state: State,
  { from = 0, to = rows.length, surveyId = "survey" } = {},
): LedgerPage {
  const head = rows.at(-1)?.hash ?? sha256(ledgerStart(surveyId));
  const replaced = replacedIn(rows);
  const counted = rows.filter(({ n }) => !replaced.has(n));
  const count = (answer: Answer) => counted.filter(({ vote }) => vote === answer).length;
  const totals = { yes: count(1), no: count(0), unsure: count(2) };
  const numbers = { participants: counted.length, totals };
  const isClosed = state === "closed" || state === "openedByRow";
  return {
    format: LEDGER_FORMAT,
    surveyId,
    key: state === "sealed" || state === "openedByRow" ? null : KEY,
    rows: rows.length,
    participants: counted.length,
    totals: state === "sealed" ? null : totals,
    head,
    closed: isClosed ? CLOSED : null,
    end: isClosed ? sha256(ledgerEndLine(head, { closed: CLOSED, ...numbers })) : null,
    entries: rows.slice(from, to).map(({ vote, k, seal, ...entry }) => {
      if (state === "sealed" || (state === "openedByRow" && replaced.has(entry.n))) return { ...entry, seal };
      return state === "openedByRow" ? { ...entry, k, vote } : { ...entry, vote };
    }),
  };
}

/** The true response for a confidential or secret survey. */
export function pageWithoutRows(totals: LedgerTotals, isClosed: boolean): LedgerPage {
  const participants = totals.yes + totals.no + totals.unsure;
  const head = sha256(ledgerStart("survey"));
  const shown = participants < SPLIT_MIN ? null : totals;
  return {
    format: LEDGER_FORMAT,
    surveyId: "survey",
    key: null,
    rows: 0,
    participants,
    totals: isClosed ? shown : null,
    head,
    closed: isClosed ? CLOSED : null,
    end: isClosed ? sha256(ledgerEndLine(head, { closed: CLOSED, participants, totals: shown })) : null,
    entries: [],
  };
}

export async function check(pages: readonly unknown[], options: Omit<LedgerCheckerOptions, "hash"> = {}) {
  const checking = createLedgerChecker({ hash: sha256, ...options });
  for (const page of pages) await checking.read(page);
  return checking.end();
}

/** The first error in a ledger; null if it is right. */
export const flawOf = (pages: readonly unknown[], options: Omit<LedgerCheckerOptions, "hash"> = {}) =>
  check(pages, options).then(
    () => null,
    (error: unknown) => {
      if (!(error instanceof LedgerFlaw)) throw error;
      return error.message;
    },
  );
