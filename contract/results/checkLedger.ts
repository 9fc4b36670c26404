import * as ledgerFindings from "@survey-app/texts/ledgerFindings.ts";
import type { Privacy } from "../ballots/ballots.ts";
import {
  type Asks,
  type Closing,
  type LedgerEntry,
  type LedgerTotals,
  ledgerEndLine,
  ledgerLine,
  ledgerStart,
  type Receipt,
  readReceipt,
  rowKeyText,
  sealText,
} from "../ballots/ledger.ts";
import {
  asksOf,
  haveSameTotals,
  isWithoutRows,
  LedgerFlaw,
  type LedgerPage,
  openingOf,
  requireEntry,
  requirePage,
  totalsText,
} from "./ledgerPage.ts";

/**
 * The ledger is consistent, but doesn't contain a receipt. Possible reasons are a typo, a receipt of another survey, or
 * a ledger that was rewritten after the vote.
 */
export class ReceiptMissing extends LedgerFlaw {
  /** Whether the receipt's number is beyond the end of the ledger. */
  readonly isBeyondEnd: boolean;

  constructor(receipt: string, n: number, votes: number) {
    super(
      n > votes
        ? ledgerFindings.receiptBeyondEnd(receipt, String(n), votes)
        : ledgerFindings.receiptOfOther(receipt, String(n)),
    );
    this.isBeyondEnd = n > votes;
  }
}

/** The ledger is consistent, but has fewer votes than the page shows, which may be newer. */
export class LedgerBehind extends LedgerFlaw {}

/** The results opened while the ledger was read, so its first pages are sealed and the others open. Read it again. */
export class LedgerOpened extends LedgerFlaw {}

/** A page's claim about the first `rows` rows of its ledger. */
interface Claim {
  rows: number;
  participants: number;
  /** Null while the results are hidden. */
  totals: LedgerTotals | null;
  head: string;
  closed: string | null;
}

/** The row of a receipt. `replacedBy` is the row that counts instead; null if the row itself counts. */
export interface FoundRow extends LedgerEntry {
  replacedBy: number | null;
}

export interface LedgerCheckResult {
  surveyId: string;
  /**
   * The question that the votes answer, and the settings of voting; null in format 2, whose hashes don't cover them.
   */
  asks: Asks | null;
  /** How the survey was closed; null before, in format 2, and if version 1.0 closed it. */
  closing: Closing | null;
  /**
   * The number of rows: the votes, and the earlier ones that people replaced; 0 if it has none (`isWithoutRows`), so
   * that only its final numbers were checked.
   */
  rows: number;
  /** The people who voted, whose last votes count. */
  participants: number;
  isWithoutRows: boolean;
  /**
   * Null while the ledger is sealed: its rows are complete and in order, their answers can't be checked yet. Without
   * rows also null after the close, if too few people voted.
   */
  totals: LedgerTotals | null;
  head: string;
  /** The UTC day of the close, and the hash of the final numbers; null before. */
  closed: string | null;
  end: string | null;
  /** The rows of the receipts, in the order of the receipts; without answers while the ledger is sealed. */
  found: FoundRow[];
}

export interface LedgerCheckerOptions {
  /** Returns the SHA-256 of a text's UTF-8 bytes, in hex. */
  hash(text: string): string | Promise<string>;
  /** Receipts to look for, valid for `readReceipt`. */
  receipts?: readonly string[];
  /** The totals that the page shows. */
  shown?: Shown;
  /** The requested survey, because the ledger of another survey is consistent too. */
  surveyId?: string;
  /** Whether the rows are read from the database, which has them even where the public ledger doesn't. */
  isStored?: boolean;
}

/** Totals of a survey, null where they are hidden, and whether they may change without further voters. */
interface Shown {
  /** The hash of the question that the page shows; undefined if it shows none. */
  question?: string | undefined;
  privacy: Privacy;
  participants: number;
  yesVotes: number | null;
  unsureVotes: number | null;
  changeable: boolean;
}

export type LedgerChecker = ReturnType<typeof createLedgerChecker>;

/**
 * Verifies a ledger page by page, in order. Of each row it keeps only one byte. Votes may be cast and the survey closed
 * meanwhile: each page's numbers are compared with the ledger at that number of rows.
 */
export function createLedgerChecker({ hash, receipts = [], shown, surveyId, isStored = false }: LedgerCheckerOptions) {
  const sought = receipts.map((text) => ({ text, ...(readReceipt(text) as Receipt) }));
  const found = new Map<string, FoundRow>();
  const counts = createCounts();
  const screen = shown && compareWith(shown);
  let claims: Claim[] = [];
  let page: LedgerPage | null = null;
  let start = "";
  let last = { n: 0, date: "", hash: "" };

  async function begin(next: LedgerPage): Promise<void> {
    if (surveyId !== undefined && next.surveyId !== surveyId)
      throw new LedgerFlaw(ledgerFindings.otherSurvey(next.surveyId, surveyId));
    if (page) requireSameLedger(page, next);
    if (next.rows < last.n) throw new LedgerFlaw(ledgerFindings.hasFewerRows(next.rows, last.n));
    const asks = asksOf(next);
    if (!page) last.hash = start = await hash(ledgerStart(next.surveyId, asks));
    page = next;
    const { rows, totals, head, closed, participants, end, closing } = next;
    const ending = { closed: closed ?? "", participants, totals, closing: closing ?? null };
    if (closed !== null && end !== (await hash(ledgerEndLine(head, asks && start, ending))))
      throw new LedgerFlaw(ledgerFindings.wrongEnd);
    if (shown) requireRowsOf(shown.privacy, next);
    if (asks && !isStored) requireRowsOf(asks.privacy, next);
    if (asks && !asks.unsure && totals && totals.unsure > 0) throw new LedgerFlaw(ledgerFindings.notOffered);
    if (asks && shown?.question !== undefined && shown.question !== asks.question)
      throw new LedgerFlaw(ledgerFindings.pageQuestion);
    if (isWithoutRows(next)) {
      screen?.compareWithoutRows(next);
      claims = [{ rows, participants: 0, totals: null, head, closed }];
    } else claims.push({ rows, participants, totals, head, closed });
    compare(next);
  }

  async function follow(entry: LedgerEntry, current: LedgerPage): Promise<void> {
    const { n, date, replaces } = entry;
    requireNext(entry, last, current.rows);
    const seal = await sealOf(entry, current.key);
    if ((await hash(ledgerLine(last.hash, { n, date, replaces, seal }))) !== entry.hash)
      throw new LedgerFlaw(ledgerFindings.wrongHash(String(n)));
    last = entry;
    if (current.asks) requireAnswerOf(current.asks, entry);
    counts.add(entry, openingOf(current) === "rows");
    for (const row of found.values()) if (row.n === replaces) row.replacedBy = n;
    for (const { text, n, mark } of sought)
      if (n === entry.n && entry.hash.startsWith(mark)) found.set(text, { ...entry, replacedBy: null });
    compare(current);
  }

  async function sealOf({ n, vote, k, seal = "" }: LedgerEntry, key: string | null): Promise<string> {
    if (vote === undefined) return seal;
    return hash(sealText(k ?? (await hash(rowKeyText(key ?? "", n))), vote));
  }

  /** Compares what is said about the current number of rows. */
  function compare(current: LedgerPage): void {
    const opening = openingOf(current);
    // Where rows are opened one by one, replaced answers stay sealed, so the totals are only known at the last row.
    const isKnown = opening === "key" || (opening === "rows" && last.n === current.rows);
    const known = isKnown ? counts.answers : opening === "sealed" ? null : undefined;
    for (const { rows, participants, totals, head, closed } of claims) {
      if (rows !== last.n) continue;
      if (participants !== counts.participants)
        throw new LedgerFlaw(ledgerFindings.wrongPeople(participants, counts.participants));
      if (known && totals && !haveSameTotals(totals, known))
        throw new LedgerFlaw(ledgerFindings.wrongTotals(totalsText(totals), totalsText(known)));
      if (head !== last.hash) throw new LedgerFlaw(ledgerFindings.wrongHead(String(rows)));
      // Days never decrease, so checking the last one is enough.
      if (closed && last.date > closed)
        throw new LedgerFlaw(ledgerFindings.storedAfterClose(String(rows), last.date, closed));
    }
    claims = claims.filter(({ rows }) => rows !== last.n);
    screen?.compare(counts.participants, known);
  }

  return {
    /** The number of rows verified so far. */
    get rows() {
      return last.n;
    },
    /** Verifies the next page. @throws LedgerFlaw at the first wrong row or number. @throws LedgerOpened */
    async read(value: unknown): Promise<void> {
      const next = requirePage(value);
      await begin(next);
      const opening = openingOf(next);
      for (const entry of next.entries) await follow(requireEntry(entry, { before: last.n, opening }), next);
    },
    /**
     * Finishes after the last page. @throws LedgerFlaw if the ledger ends too early. @throws LedgerBehind,
     * ReceiptMissing
     */
    end(): LedgerCheckResult {
      if (!page) throw new LedgerFlaw(ledgerFindings.noLog);
      const [open] = claims;
      if (open) throw new LedgerFlaw(ledgerFindings.endsEarly(open.rows, last.n));
      if (openingOf(page) === "rows") counts.requireOpened();
      screen?.end(counts.participants, page.closed !== null);
      for (const { text, n } of sought) if (!found.has(text)) throw new ReceiptMissing(text, n, last.n);
      const { surveyId, participants, totals, closed, end, closing = null } = page;
      const asks = asksOf(page);
      const ofRows = { participants: counts.participants, totals: totals && counts.answers };
      return {
        surveyId,
        asks,
        closing,
        rows: last.n,
        isWithoutRows: isWithoutRows(page),
        ...(isWithoutRows(page) ? { participants, totals } : ofRows),
        head: last.hash,
        closed,
        end,
        found: sought.map(({ text }) => found.get(text) as FoundRow),
      };
    },
  };
}

const answerNames = ["no", "yes", "unsure"] as const;

/** The state of a row in one byte: its answer, or sealed, and whether a later row replaces it. */
const SEALED = 3;
const REPLACED = 4;

/** Counts the rows that no later row replaces. */
function createCounts() {
  let states = new Uint8Array(1024);
  let participants = 0;
  const answers = { yes: 0, no: 0, unsure: 0 };
  const count = (state: number, by: 1 | -1) => {
    const name = answerNames[state];
    if (name) answers[name] += by;
  };

  function replace(n: number, replaced: number, onlyCounted: boolean): void {
    const state = states[replaced];
    if (replaced < 1 || replaced >= n || state === undefined)
      throw new LedgerFlaw(ledgerFindings.replacesLater(String(n), String(replaced)));
    if (state & REPLACED) throw new LedgerFlaw(ledgerFindings.replacesAgain(String(n), String(replaced)));
    if (onlyCounted && state !== SEALED)
      throw new LedgerFlaw(ledgerFindings.replacedIsOpen(String(replaced), String(n)));
    states[replaced] = state | REPLACED;
    participants--;
    count(state, -1);
  }

  return {
    get participants() {
      return participants;
    },
    /** The answers that are opened. */
    answers,
    /**
     * @param onlyCounted whether a row is opened exactly if none replaces it
     * @throws LedgerFlaw if the row that it replaces is missing, is replaced already, or is opened although it mustn't
     */
    add({ n, replaces, vote }: LedgerEntry, onlyCounted: boolean): void {
      if (n >= states.length) {
        const longer = new Uint8Array(2 * n);
        longer.set(states);
        states = longer;
      }
      if (replaces !== null) replace(n, replaces, onlyCounted);
      const state = vote ?? SEALED;
      states[n] = state;
      participants++;
      count(state, 1);
    },
    /** Requires that every row that counts is opened. @throws LedgerFlaw */
    requireOpened(): void {
      const opened = answers.yes + answers.no + answers.unsure;
      if (opened < participants) throw new LedgerFlaw(ledgerFindings.notOpened(participants - opened));
    },
  };
}

/**
 * Compares a ledger with the totals that a page shows. They are right if the ledger had them at some row: votes may
 * have been cast and changed after the page was loaded.
 */
function compareWith({ participants, yesVotes: yes, unsureVotes: unsure, changeable }: Shown) {
  const totals = yes === null || unsure === null ? null : { yes, no: participants - yes - unsure, unsure };
  let isRight = false;
  return {
    /** @param answers the answers of the rows so far; null while they are sealed, undefined while some are unknown */
    compare(votes: number, answers: LedgerTotals | null | undefined): void {
      if (votes !== participants || answers === undefined) return;
      isRight ||= !totals || !answers || haveSameTotals(totals, answers);
    },
    /** Compares with a ledger that doesn't have rows to count. @throws LedgerFlaw, LedgerBehind */
    compareWithoutRows(page: LedgerPage): void {
      if (participants > page.participants)
        throw new LedgerBehind(ledgerFindings.pageIsAhead(participants, page.participants));
      if (totals && page.totals && !haveSameTotals(totals, page.totals))
        throw new LedgerFlaw(ledgerFindings.pageTotals(totalsText(totals), totalsText(page.totals)));
      isRight = true;
    },
    /** @param votes those of the whole ledger @throws LedgerFlaw, LedgerBehind */
    end(votes: number, isClosed: boolean): void {
      if (isRight) return;
      if (votes < participants) throw new LedgerBehind(ledgerFindings.logIsBehind(participants, votes));
      const Flaw = changeable && !isClosed && votes === participants ? LedgerBehind : LedgerFlaw;
      throw new Flaw(ledgerFindings.pageNowhere(totals ? totalsText(totals) : ""));
    },
  };
}

/** Requires that votes which are shown with names are in the ledger, and that others are not. */
function requireRowsOf(privacy: Privacy, page: LedgerPage): void {
  if (page.participants > 0 && (privacy === "named") === isWithoutRows(page))
    throw new LedgerFlaw(privacy === "named" ? ledgerFindings.publicVotesMissing : ledgerFindings.privateVotesListed);
}

/** Requires that a row is one that people could cast. */
function requireAnswerOf(asks: Asks, { vote, replaces }: LedgerEntry): void {
  if (!asks.unsure && vote === 2) throw new LedgerFlaw(ledgerFindings.notOffered);
  if (!asks.changeable && replaces !== null) throw new LedgerFlaw(ledgerFindings.unchangeableChanged);
}

/** Requires that a page is of the same ledger as the page before it. Nothing follows the end of a closed one. */
function requireSameLedger(before: LedgerPage, page: LedgerPage): void {
  if (page.surveyId !== before.surveyId)
    throw new LedgerFlaw(ledgerFindings.pageOfOther(before.surveyId, page.surveyId));
  if (JSON.stringify(asksOf(page)) !== JSON.stringify(asksOf(before))) throw new LedgerFlaw(ledgerFindings.otherAsks);
  if (openingOf(before) === "sealed" && page.closed !== null) throw new LedgerOpened(ledgerFindings.openedMeanwhile);
  if (page.key !== before.key) throw new LedgerFlaw(ledgerFindings.otherKey);
  if (before.end !== null && page.end !== before.end)
    throw new LedgerFlaw(ledgerFindings.otherEnd(before.closed ?? ""));
}

function requireNext({ n, date }: LedgerEntry, before: { n: number; date: string }, rows: number): void {
  if (n > before.n + 1) throw new LedgerFlaw(ledgerFindings.votesMissing(String(before.n), String(n)));
  if (n <= before.n) throw new LedgerFlaw(ledgerFindings.wrongOrder(String(before.n), String(n)));
  if (n > rows) throw new LedgerFlaw(ledgerFindings.continues(rows, String(n)));
  if (date < before.date)
    throw new LedgerFlaw(ledgerFindings.wrongDays(String(n), date, String(before.n), before.date));
}
