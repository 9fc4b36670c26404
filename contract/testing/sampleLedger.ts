import { createHash } from "node:crypto";
import {
  type Answer,
  type Asks,
  type Closing,
  type LedgerTotals,
  ledgerEndLine,
  ledgerLine,
  ledgerStart,
  rowKeyText,
  SPLIT_MIN,
  sealText,
} from "../ballots/ledger.ts";
import { createLedgerChecker, type LedgerCheckerOptions } from "../results/checkLedger.ts";
import { LedgerFlaw, type LedgerPage } from "../results/ledgerPage.ts";

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The secret key of the sample ledgers. */
export const KEY = sha256("a secret");
export const CLOSED = "2026-11-30";

/** The question of the sample ledgers. */
export const ASKS: Asks = {
  question: sha256("a question"),
  electorate: "everyone",
  privacy: "named",
  results: "live",
  changeable: true,
  unsure: true,
  after: null,
};
export const PRIVATE_ASKS: Asks = { ...ASKS, privacy: "confidential", results: "afterClose", changeable: false };
/** The notes whose hash is in the close of the sample ledgers. */
export const NOTES = [{ text: "In 2027.", createdAt: "2026-11-02T09:00:00.000Z" }];
export const CLOSING: Closing = {
  by: "deadline",
  at: `${CLOSED}T18:00:00.012Z`,
  from: "2026-11-01T08:00:00.000Z",
  planned: `${CLOSED}T18:00:00.000Z`,
  moves: 0,
  notes: 1,
  notesHash: sha256('[["2026-11-02T09:00:00.000Z","In 2027."]]'),
  shown: null,
  list: null,
};

/** h(0) of a sample ledger. @param asks null for format 2 */
export const startOf = (surveyId: string, asks: Asks | null): string => sha256(ledgerStart(surveyId, asks));

/** The end of a sample ledger. */
export function endOf(
  { surveyId, head, closed, participants, totals, closing = null }: Omit<LedgerPage, "format" | "entries">,
  asks: Asks | null,
): string {
  const end = { closed: closed ?? "", participants, totals, closing };
  return sha256(ledgerEndLine(head, asks && startOf(surveyId, asks), end));
}

/** The fields of a page besides the votes, by its format. */
const formatOf = (asks: Asks | null, closing: Closing | null) =>
  asks ? { format: 3 as const, asks, closing } : { format: 2 as const };

export interface Cast {
  date: string;
  vote: Answer;
  /** The number of the vote that this one replaces; null or left out for a first vote. */
  replaces?: number | null;
}

/** A row with its answer, its key and its seal. A ledger has only some of these. */
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
export function chain(surveyId: string, votes: readonly Cast[], key = KEY, asks: Asks | null = ASKS): Row[] {
  let before = startOf(surveyId, asks);
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
 * Sealed while the results are hidden; open while people see them and vote; closed at the end; opened row by row at the
 * end where votes could be changed while they were hidden.
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
  { from = 0, to = rows.length, surveyId = "survey", asks = ASKS as Asks | null, closing = CLOSING } = {},
): LedgerPage {
  const head = rows.at(-1)?.hash ?? startOf(surveyId, asks);
  const replaced = replacedIn(rows);
  const counted = rows.filter(({ n }) => !replaced.has(n));
  const count = (answer: Answer) => counted.filter(({ vote }) => vote === answer).length;
  const totals = { yes: count(1), no: count(0), unsure: count(2) };
  const isClosed = state === "closed" || state === "openedByRow";
  const page = {
    ...formatOf(asks, isClosed ? closing : null),
    surveyId,
    key: state === "sealed" || state === "openedByRow" ? null : KEY,
    rows: rows.length,
    participants: counted.length,
    totals: state === "sealed" ? null : totals,
    head,
    closed: isClosed ? CLOSED : null,
    end: null,
  };
  return {
    ...page,
    end: isClosed ? endOf(page, asks) : null,
    entries: rows.slice(from, to).map(({ vote, k, seal, ...entry }) => {
      if (state === "sealed" || (state === "openedByRow" && replaced.has(entry.n))) return { ...entry, seal };
      return state === "openedByRow" ? { ...entry, k, vote } : { ...entry, vote };
    }),
  };
}

/** The true response for a confidential or secret survey. */
export function pageWithoutRows(
  totals: LedgerTotals,
  isClosed: boolean,
  { asks = PRIVATE_ASKS as Asks | null, closing = CLOSING, surveyId = "survey" } = {},
): LedgerPage {
  const participants = totals.yes + totals.no + totals.unsure;
  const shown = participants < SPLIT_MIN ? null : totals;
  const page = {
    ...formatOf(asks, isClosed ? closing : null),
    surveyId,
    key: null,
    rows: 0,
    participants,
    totals: isClosed ? shown : null,
    head: startOf(surveyId, asks),
    closed: isClosed ? CLOSED : null,
    end: null,
  };
  return { ...page, end: isClosed ? endOf(page, asks) : null, entries: [] };
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
