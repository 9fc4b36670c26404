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

/** Deterministic numbers from 0 to 1, so that a failure can be reproduced. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

export interface Cast {
  date: string;
  vote: Answer;
}

/** A row with its answer and its seal, of which a ledger has one. */
export interface Row extends Cast {
  n: number;
  replaces: null;
  seal: string;
  hash: string;
}

/** Returns the row of a vote that follows another row's hash. */
export function rowAfter(before: string, n: number, { date, vote }: Cast, key = KEY): Row {
  const seal = sha256(sealText(sha256(rowKeyText(key, n)), vote));
  return { n, date, replaces: null, vote, seal, hash: sha256(ledgerLine(before, { n, date, replaces: null, seal })) };
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

/** Sealed while the results are hidden; open while people see them and vote; closed at the end. */
export const STATES = ["open", "sealed", "closed"] as const;
export type State = (typeof STATES)[number];

/** The true response for `rows`, with the entries from `from` until `to`. */
export function pageOf(
  rows: readonly Row[],
  state: State,
  { from = 0, to = rows.length, surveyId = "survey" } = {},
): LedgerPage {
  const head = rows.at(-1)?.hash ?? sha256(ledgerStart(surveyId));
  const count = (answer: Answer) => rows.filter(({ vote }) => vote === answer).length;
  const totals = { yes: count(1), no: count(0), unsure: count(2) };
  const numbers = { participants: rows.length, totals };
  return {
    format: LEDGER_FORMAT,
    surveyId,
    key: state === "sealed" ? null : KEY,
    rows: rows.length,
    participants: rows.length,
    totals: state === "sealed" ? null : totals,
    head,
    closed: state === "closed" ? CLOSED : null,
    end: state === "closed" ? sha256(ledgerEndLine(head, { closed: CLOSED, ...numbers })) : null,
    entries: rows
      .slice(from, to)
      .map(({ vote, seal, ...entry }) => ({ ...entry, ...(state === "sealed" ? { seal } : { vote }) })),
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
