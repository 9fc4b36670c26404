import { describe, expect, inject, test } from "vitest";
import { type Asks, type Closing, ledgerLine, receiptOf, rowKeyText, sealText } from "../ballots/ledger.ts";
import { randomFrom } from "../testing/randomFrom.ts";
import {
  ASKS,
  type Cast,
  CLOSED,
  CLOSING,
  chain,
  check,
  endOf,
  flawOf,
  KEY,
  makeChangedVotes,
  pageOf,
  pageWithoutRows,
  type Row,
  replacedIn,
  rowAfter,
  STATES,
  type State,
  sha256,
  startOf,
} from "../testing/sampleLedger.ts";
import type { LedgerPage } from "./ledgerPage.ts";

/** Several of each kind, at places that a seed chooses. */
const ALTERATIONS = inject("isNightly") ? 1000 : 200;

/** A ledger in which a third of the rows replace earlier ones. */
const log = chain("survey", makeChangedVotes(60, randomFrom(7)));
const replaced = replacedIn(log);
const start = startOf("survey", ASKS);

const at1 = (rows: readonly Row[], index: number) => rows[index] as Row;
const renumbered = (rows: Row[]) => rows.map((row, index) => ({ ...row, n: index + 1 }));
const turned = ({ vote }: Cast) => (vote === 1 ? 0 : 1);
/** One of the rows that are replaced, or that are not. */
const pick = (index: number, isReplaced: boolean) => {
  const rows = log.filter(({ n }) => replaced.has(n) === isReplaced);
  return at1(rows, index % rows.length);
};
const withDigit = (text: string, place: number) =>
  text.slice(0, place) + (text[place] === "0" ? "1" : "0") + text.slice(place + 1);
/** The row with another answer, and another seal. */
const turn = (rows: readonly Row[], index: number): Row => {
  const row = at1(rows, index);
  return { ...row, vote: turned(row), seal: sha256(`another ${index}`) };
};
const otherThan = (rows: readonly Row[], index: number) =>
  rows.findIndex(({ vote, date }) => vote !== at1(rows, index).vote && date !== at1(rows, index).date);

/** Alterations of rows, while the numbers of the ledger stay as they are. */
const rowAlterations: Record<string, (rows: Row[], at: number, random: () => number) => Row[]> = {
  "turns a vote": (rows, index) => rows.with(index, turn(rows, index)),
  "turns two votes against each other": (rows, index) => {
    const other = otherThan(rows, index);
    return rows.with(index, turn(rows, index)).with(other, turn(rows, other));
  },
  "changes a day": (rows, index) => rows.with(index, { ...at1(rows, index), date: "2026-10-31" }),
  "changes a digit of a hash": (rows, index, random) =>
    rows.with(index, { ...at1(rows, index), hash: withDigit(at1(rows, index).hash, Math.floor(random() * 64)) }),
  "removes a vote": (rows, index) => rows.toSpliced(index, 1),
  "removes a vote and counts on": (rows, index) => renumbered(rows.toSpliced(index, 1)),
  "puts in a vote twice": (rows, index) => rows.toSpliced(index, 0, at1(rows, index)),
  "puts in a vote and counts on": (rows, index) =>
    renumbered(rows.toSpliced(index, 0, { ...at1(rows, index), hash: sha256(String(index)) })),
  "puts in a vote that is chained, without the rest": (rows, index) => {
    const vote = { date: at1(rows, index).date, vote: 1 as const };
    return renumbered(rows.toSpliced(index, 0, rowAfter(rows[index - 1]?.hash ?? start, index + 1, vote)));
  },
  "adds a vote at the end": (rows) => [
    ...rows,
    rowAfter(at1(rows, rows.length - 1).hash, rows.length + 1, { date: "2026-11-21", vote: 1 }),
  ],
  "swaps two votes": (rows, index) => {
    const other = (index + 1) % rows.length;
    return rows.with(index, at1(rows, other)).with(other, at1(rows, index));
  },
  "swaps what two votes say": (rows, index) => {
    const other = otherThan(rows, index);
    const said = ({ vote, seal, date }: Row) => ({ vote, seal, date });
    return rows
      .with(index, { ...at1(rows, index), ...said(at1(rows, other)) })
      .with(other, { ...at1(rows, other), ...said(at1(rows, index)) });
  },
  "cuts the end off": (rows, index) => rows.slice(0, index),
  "cuts the beginning off": (rows, index) => rows.slice(index + 1),
  "turns a vote and recomputes the chain after it": (rows, index) =>
    chain("survey", rows.with(index, { ...at1(rows, index), vote: turned(at1(rows, index)) })),
  "says that a first vote replaces another": (rows, position) => {
    const first = rows.findIndex(({ replaces }, index) => replaces === null && index > position % 30);
    return rows.with(first, { ...at1(rows, first), replaces: 1 + (position % first) });
  },
  "says that a change is a first vote": (rows, position) => {
    const changes = rows.flatMap(({ replaces }, index) => (replaces === null ? [] : [index]));
    const index = changes[position % changes.length] ?? 0;
    return rows.with(index, { ...at1(rows, index), replaces: null });
  },
};

/** Alterations of what a row replaces, with all hashes and numbers recomputed, so that only the rule is broken. */
const ruleAlterations: Record<string, (rows: Row[], at: number) => Row[]> = {
  "replaces a row twice": (rows, index) => {
    const once = pick(index, true).n;
    const later = rows.findIndex(({ n, replaces }) => n > once && replaces !== once);
    return rows.with(later, { ...at1(rows, later), replaces: once });
  },
  "replaces itself": (rows, index) => rows.with(index, { ...at1(rows, index), replaces: index + 1 }),
  "replaces a later row": (rows, index) => rows.with(index, { ...at1(rows, index), replaces: index + 2 }),
  "replaces no row": (rows, index) => rows.with(index, { ...at1(rows, index), replaces: 0 }),
};

const resealed = (
  page: LedgerPage,
  { closed = page.closed ?? "", ...changed }: { closed?: string; no?: number; yes?: number },
) =>
  endOf(
    { ...page, totals: { ...(page.totals as NonNullable<typeof page.totals>), ...changed }, closed },
    page.asks ?? null,
  );

type Entry = LedgerPage["entries"][number];
const withEntry = (page: LedgerPage, entry: Entry): LedgerPage => ({
  ...page,
  entries: page.entries.with(entry.n - 1, entry),
});
const sealedRow = ({ k: _, vote: __, ...row }: Row): Entry => row;
const openedRow = ({ seal: _, ...row }: Row): Entry => row;

const withAsks = (page: LedgerPage, changed: Partial<Asks>): LedgerPage => ({ ...page, asks: { ...ASKS, ...changed } });
const withClosing = (page: LedgerPage, changed: Partial<Closing>): LedgerPage => ({
  ...page,
  closing: { ...CLOSING, ...changed },
});
const withoutAsks = ({ asks: _, closing: __, ...page }: LedgerPage): LedgerPage => page;

/** Alterations of what a page says about the whole ledger. */
type PageAlteration = (page: LedgerPage, at: number, random: () => number) => LedgerPage;
const pageAlterations: Record<string, PageAlteration> = {
  "names another head": (page, index) => ({ ...page, head: withDigit(page.head, index) }),
  "adds a person": (page) => ({ ...page, participants: page.participants + 1 }),
  "adds a row to the numbers": (page) => ({ ...page, rows: page.rows + 1, participants: page.participants + 1 }),
  "names another survey": (page, index) => ({ ...page, surveyId: `survey${index}` }),
  "names another question": (page, index) => withAsks(page, { question: sha256(`question ${index}`) }),
  "names another electorate": (page, index) => withAsks(page, { electorate: index % 2 ? "invited" : "link" }),
  "lets nobody change": (page) => withAsks(page, { changeable: false }),
  "offers no third answer": (page) => withAsks(page, { unsure: false }),
  "names another time of results": (page, index) => withAsks(page, { results: index % 2 ? "afterClose" : "afterVote" }),
  "calls votes private": (page, index) => withAsks(page, { privacy: index % 2 ? "secret" : "confidential" }),
  "follows another question": (page, index) => withAsks(page, { after: `${1 + index}:${sha256("end")}` }),
  "says that it is of the former format": (page) => ({ ...withoutAsks(page), format: 2 }),
  "says nothing of what it asks": withoutAsks,
};
const openAlterations: Record<string, PageAlteration> = {
  "replaces the key": (page, _, random) => ({ ...page, key: sha256(String(random())) }),
  "moves votes to yes": (page, index) => {
    const { yes = 0, no = 0, unsure = 0 } = page.totals ?? {};
    const moved = 1 + (index % no);
    return { ...page, totals: { yes: yes + moved, no: no - moved, unsure } };
  },
  "hides a vote with its true seal": (page, index) => withEntry(page, sealedRow(at1(log, index))),
};
const byRowAlterations: Record<string, PageAlteration> = {
  "opens a replaced row with its true key": (page, index) => withEntry(page, openedRow(pick(index, true))),
  "hides a row that counts with its true seal": (page, index) => withEntry(page, sealedRow(pick(index, false))),
  "turns a row that counts": (page, index) => {
    const row = pick(index, false);
    return withEntry(page, { ...openedRow(row), vote: turned(row) });
  },
  "turns a row that counts, with another key": (page, index, random) => {
    const row = pick(index, false);
    return withEntry(page, { ...openedRow(row), vote: turned(row), k: sha256(String(random())) });
  },
  "changes a digit of a row's key": (page, index, random) => {
    const row = pick(index, false);
    return withEntry(page, { ...openedRow(row), k: withDigit(row.k, Math.floor(random() * 64)) });
  },
  "opens the ledger with its key": (page) => ({ ...page, key: KEY }),
};
const sealedAlterations: Record<string, PageAlteration> = {
  "tells totals": (page) => ({ ...page, totals: pageOf(log, "open").totals }),
  "publishes another key": (page, index) => ({ ...pageOf(log, "open"), ...page, key: sha256(String(index)) }),
  "tells a vote": (page, index) => ({
    ...page,
    entries: page.entries.with(index, { ...(page.entries[index] as LedgerPage["entries"][number]), vote: 1 }),
  }),
};
const closedAlterations: Record<string, PageAlteration> = {
  "names another end": (page, index) => ({ ...page, end: withDigit(page.end ?? "", index) }),
  "moves the day of the close": (page) => ({ ...page, closed: "2026-12-01" }),
  "moves the close before the last vote": (page) => {
    const closed = "2026-11-19";
    return { ...page, closed, end: resealed(page, { closed }) };
  },
  "moves votes, with an end to match": (page, index) => {
    const { yes = 0, no = 0, unsure = 0 } = page.totals ?? {};
    const moved = { yes: yes + 1 + (index % no), no: no - 1 - (index % no) };
    return { ...page, totals: { unsure, ...moved }, end: resealed(page, moved) };
  },
  "names another who closed it": (page) => withClosing(page, { by: "owner" }),
  "moves the beginning of voting": (page) => withClosing(page, { from: "2026-10-01T08:00:00.000Z" }),
  "moves the deadline": (page, index) => withClosing(page, { planned: index % 2 ? null : "2026-12-01T18:00:00.000Z" }),
  "counts more moves": (page, index) => withClosing(page, { moves: 1 + index }),
  "counts another number of notes": (page, index) => withClosing(page, { notes: 2 + index }),
  "has other notes": (page, index) => withClosing(page, { notesHash: sha256(`notes ${index}`) }),
  "says that the result was shown": (page, index) => withClosing(page, { shown: index }),
  "has a list": (page, index) =>
    withClosing(page, {
      list: {
        invited: index,
        added: 0,
        struck: 0,
        codes: 0,
        replaced: 0,
        reissuedByOperator: 0,
        unsent: 0,
        objections: 0,
      },
    }),
  "says nothing of the close": (page) => ({ ...page, closing: null }),
  "leaves out the end": (page) => ({ ...page, end: null }),
  "hides the key": (page) => ({ ...page, key: null, totals: null }),
};

/** Alterations of what a page without rows says. */
const withoutRowsAlterations: Record<string, PageAlteration> = {
  "names another head": (page, index) => ({ ...page, head: withDigit(page.head, index) }),
  "adds a person": (page) => ({ ...page, participants: page.participants + 1 }),
  "names another end": (page, index) => ({ ...page, end: withDigit(page.end ?? "", index) }),
  "moves the day of the close": (page) => ({ ...page, closed: "2026-12-01" }),
  "moves votes": (page, index) => {
    const { yes = 0, no = 0, unsure = 0 } = page.totals ?? {};
    const moved = 1 + (index % no);
    return { ...page, totals: { yes: yes + moved, no: no - moved, unsure } };
  },
  "hides the totals": (page) => ({ ...page, totals: null }),
  "hides the totals, with an end to match": (page) => {
    return { ...page, totals: null, end: endOf({ ...page, totals: null }, page.asks ?? null) };
  },
  "leaves out the close": (page) => ({ ...page, closed: null, end: null }),
  "adds a vote": (page) => ({ ...page, entries: pageOf(log.slice(0, 1), "sealed").entries }),
  "publishes a key": (page) => ({ ...page, key: KEY }),
};

const kindsOf: Record<State, Record<string, PageAlteration>> = {
  open: { ...pageAlterations, ...openAlterations },
  sealed: { ...pageAlterations, ...sealedAlterations },
  closed: { ...pageAlterations, ...openAlterations, ...closedAlterations },
  openedByRow: { ...pageAlterations, ...byRowAlterations, ...closedAlterations },
};

test.each(STATES)("every alteration of a ledger that is %s is found from the ledger alone", async (state) => {
  const random = randomFrom(2026);
  const right = pageOf(log, state);
  const kinds: [string, PageAlteration][] = [
    ...Object.entries(rowAlterations).map(([what, alter]): [string, PageAlteration] => [
      what,
      (page, index, random) => ({ ...page, entries: pageOf(alter(log, index, random), state).entries }),
    ]),
    ...Object.entries(ruleAlterations).map(([what, alter]): [string, PageAlteration] => [
      what,
      (_, index) => pageOf(chain("survey", alter(log, index)), state),
    ]),
    ...Object.entries(kindsOf[state]),
  ];
  for (let turn = 0; turn < ALTERATIONS; turn++) {
    const [what, alter] = kinds[turn % kinds.length] as (typeof kinds)[number];
    const index = Math.floor(random() * log.length);
    expect(await flawOf([alter(right, index, random)]), `${what} at ${index + 1}`).not.toBeNull();
  }
});

test("every alteration of a closed ledger without rows is found from the ledger alone", async () => {
  const random = randomFrom(2027);
  const right = pageWithoutRows({ yes: 30, no: 20, unsure: 10 }, true);
  const kinds = Object.entries(withoutRowsAlterations);
  for (let turn = 0; turn < ALTERATIONS; turn++) {
    const [what, alter] = kinds[turn % kinds.length] as (typeof kinds)[number];
    const index = Math.floor(random() * log.length);
    expect(await flawOf([alter(right, index, random)]), `${what} at ${index + 1}`).not.toBeNull();
  }
});

describe("a ledger that was rewritten as a whole, with all its numbers,", () => {
  /** Another vote at a random place, with the chain after it recomputed. */
  function rewritten(random: () => number) {
    const index = Math.floor(random() * log.length);
    return { index, rows: chain("survey", log.with(index, { ...at1(log, index), vote: turned(at1(log, index)) })) };
  }

  test.each(STATES)("contradicts each receipt from there on (%s)", async (state) => {
    const random = randomFrom(99);
    for (let turn = 0; turn < 200; turn++) {
      const { index, rows } = rewritten(random);
      const forged = [pageOf(rows, state)];
      expect(await flawOf(forged)).toBeNull();
      const receipts = [receiptOf(at1(log, index + Math.floor(random() * (log.length - index))))];
      expect(await flawOf(forged, { receipts })).toMatch(/is not that of vote/);
    }
  });

  test("contradicts the recorded head and end; another day of the close contradicts the end", async () => {
    const { rows } = rewritten(randomFrom(5));
    const [right, forged] = [pageOf(log, "closed"), pageOf(rows, "closed")];
    expect((await check([forged])).head).not.toBe((await check([right])).head);
    expect((await check([forged])).end).not.toBe((await check([right])).end);
    const closed = "2026-12-01";
    const closing = { ...CLOSING, at: CLOSING.at.replace(right.closed ?? "", closed) };
    const moved = { ...right, closed, closing, end: resealed({ ...right, closing }, { closed }) };
    expect((await check([moved])).end).not.toBe((await check([right])).end);
    // The end contains its time as well, which must be of the same day.
    expect(await flawOf([{ ...right, closed, end: resealed(right, { closed }) }])).toMatch(/about the close/);
  });

  test("can't be opened with another key than the one that its votes were sealed with", async () => {
    const random = randomFrom(12);
    for (let turn = 0; turn < 200; turn++) {
      // The chain stays, because receipts name it; keys and answers are chosen to fit.
      const index = Math.floor(random() * log.length);
      const rows = log.with(index, { ...at1(log, index), vote: turned(at1(log, index)) });
      const forged = { ...pageOf(rows, "closed"), key: turn % 2 ? KEY : sha256(String(random())) };
      expect(await flawOf([{ ...forged, end: resealed(forged, {}) }])).toMatch(/doesn't follow/);
    }
  });
});

test("a sealed ledger doesn't tell any answer, whichever of its parts is tried as the key", () => {
  const page = pageOf(log, "sealed");
  const byRow = pageOf(log, "openedByRow");
  // Also what is published later, of the rows that count.
  const laterKeys = byRow.entries.flatMap(({ k }) => (k === undefined ? [] : [k]));
  const published = [page.surveyId, page.head, start, ...page.entries.flatMap(({ seal = "", hash }) => [seal, hash])];
  const guesses = ["", "0".repeat(64), CLOSED, ...published];
  /** The answers that a key shows for a row: those whose seal, or whose hash without a seal, is the published one. */
  const shownBy = (key: string, index: number) => {
    const { n, date, replaces, seal, hash } = at1(log, index);
    const before = log[index - 1]?.hash ?? start;
    return ([0, 1, 2] as const).filter((answer) => {
      const seals = [key, sha256(rowKeyText(key, n))].map((rowKey) => sha256(sealText(rowKey, answer)));
      const lines = [...seals, String(answer)].map((seal) => ledgerLine(before, { n, date, replaces, seal }));
      return seals.includes(seal) || lines.some((line) => sha256(line) === hash);
    });
  };
  for (const [index, { vote }] of log.entries()) {
    for (const key of guesses) expect(shownBy(key, index)).toEqual([]);
    if (replaced.has(index + 1)) for (const key of laterKeys) expect(shownBy(key, index)).toEqual([]);
    expect(shownBy(KEY, index)).toEqual([vote]);
  }
  expect(JSON.stringify(byRow)).not.toContain(KEY);
  expect(new Set(page.entries.map(({ seal }) => seal)).size).toBe(log.length);
});
