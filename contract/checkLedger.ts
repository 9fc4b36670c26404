import type { Privacy } from "./ballots.ts";
import {
  type LedgerEntry,
  type LedgerTotals,
  ledgerEndLine,
  ledgerLine,
  ledgerStart,
  type Receipt,
  readReceipt,
  rowKeyText,
  sealText,
} from "./ledger.ts";
import { isWithoutRows, LedgerFlaw, type LedgerPage, requireEntry, requirePage, totalsText } from "./ledgerPage.ts";

/**
 * The ledger is consistent, but doesn't contain a receipt. Possible reasons are a typo, a receipt of another survey, or a
 * ledger that was rewritten after the vote.
 */
export class ReceiptMissing extends LedgerFlaw {
  /** Whether the ledger has no vote with that number. */
  readonly isBeyondEnd: boolean;

  constructor(receipt: string, n: number, votes: number) {
    super(notFound(receipt, n, votes));
    this.isBeyondEnd = n > votes;
  }
}

/** The ledger is consistent, but has fewer votes than the page shows, which may be newer. */
export class LedgerBehind extends LedgerFlaw {}

/** The results opened while the ledger was read, so its first pages are sealed and the others open. Read it again. */
export class LedgerOpened extends LedgerFlaw {}

/** What is said about the ledger's first `rows` votes. */
interface Claim {
  rows: number;
  /** Null while the results are hidden. */
  totals: LedgerTotals | null;
  head?: string;
  closed?: string | null;
  says: "The totals say" | "The page says";
}

export interface LedgerCheckResult {
  surveyId: string;
  /** The rows of the ledger; 0 if it has none (`isWithoutRows`), so that only its final numbers were checked. */
  votes: number;
  participants: number;
  isWithoutRows: boolean;
  /**
   * Null while the ledger is sealed: its rows are complete and in order, their answers can't be checked yet. Without rows also
   * null after the close, if too few people voted.
   */
  totals: LedgerTotals | null;
  head: string;
  /** The UTC day of the close, and the hash of the final numbers; null before. */
  closed: string | null;
  end: string | null;
  /** The rows of the receipts, in the order of the receipts; without answers while the ledger is sealed. */
  found: LedgerEntry[];
}

/**
 * Verifies a ledger page by page, in order, without keeping the rows. Votes may be cast and the survey closed meanwhile: each
 * page's numbers are compared with the ledger at that number of votes.
 */
export interface LedgerChecker {
  /** The number of votes verified so far. */
  readonly votes: number;
  /** Verifies the next page. @throws LedgerFlaw at the first wrong row or number. @throws LedgerOpened */
  read(page: unknown): Promise<void>;
  /** Finishes after the last page. @throws LedgerFlaw if the ledger ends too early. @throws LedgerBehind, ReceiptMissing */
  end(): LedgerCheckResult;
}

export interface LedgerCheckerOptions {
  /** Returns the SHA-256 of a text's UTF-8 bytes, in hex. */
  hash(text: string): string | Promise<string>;
  /** Receipts to look for, valid for `readReceipt`. */
  receipts?: readonly string[];
  /** The totals that the page shows; null where it hides them. */
  shown?: { privacy: Privacy; participants: number; yesVotes: number | null; unsureVotes: number | null };
  /** The requested survey, because the ledger of another survey is consistent too. */
  surveyId?: string;
}

export function createLedgerChecker({ hash, receipts = [], shown, surveyId }: LedgerCheckerOptions): LedgerChecker {
  const sought = receipts.map((text) => ({ text, ...(readReceipt(text) as Receipt) }));
  const found = new Map<string, LedgerEntry>();
  let claims: Claim[] = shown ? [claimOf(shown)] : [];
  let page: LedgerPage | null = null;
  let last = { n: 0, date: "", hash: "" };
  const counts = { yes: 0, no: 0, unsure: 0 };

  async function begin(next: LedgerPage): Promise<void> {
    if (surveyId !== undefined && next.surveyId !== surveyId)
      throw new LedgerFlaw(`This is the log of survey ${next.surveyId}, not of ${surveyId}.`);
    if (page) requireSameLedger(page, next);
    if (next.rows < last.n)
      throw new LedgerFlaw(`The totals say ${next.rows} votes, but the log already has ${last.n}.`);
    if (!page) last.hash = await hash(ledgerStart(next.surveyId));
    page = next;
    const { rows, totals, head, closed, participants, end } = next;
    if (closed !== null && end !== (await hash(ledgerEndLine(head, { closed, participants, totals }))))
      throw new LedgerFlaw("The end doesn't follow from the head, the day of the close and the totals.");
    if (shown) requireRowsOf(shown.privacy, next);
    if (isWithoutRows(next)) {
      for (const claim of claims) compareWithoutRows(claim, next);
      claims = [];
    }
    claims.push({ rows, totals: isWithoutRows(next) ? null : totals, head, closed, says: "The totals say" });
    compareClaims();
  }

  async function follow(entry: LedgerEntry, { key, rows }: LedgerPage): Promise<void> {
    const { n, date, replaces, vote, seal: published = "" } = entry;
    requireNext(entry, last, rows);
    const seal =
      key === null || vote === undefined ? published : await hash(sealText(await hash(rowKeyText(key, n)), vote));
    if ((await hash(ledgerLine(last.hash, { n, date, replaces, seal }))) !== entry.hash)
      throw new LedgerFlaw(`Vote ${n} doesn't follow from the votes before it: its row was changed or inserted.`);
    last = entry;
    if (vote !== undefined) counts[answerNames[vote]]++;
    for (const { text, n, mark } of sought) if (n === entry.n && entry.hash.startsWith(mark)) found.set(text, entry);
    compareClaims();
  }

  /** Compares what is said about the current number of votes. */
  function compareClaims(): void {
    for (const { rows, totals, head, closed, says } of claims) {
      if (rows !== last.n) continue;
      if (page?.totals && totals && totalsText(totals) !== totalsText(counts))
        throw new LedgerFlaw(`${says} ${totalsText(totals)}, the log has ${totalsText(counts)}.`);
      if (head !== undefined && head !== last.hash)
        throw new LedgerFlaw(`The log's head is not the hash of vote ${rows}, which should be its last.`);
      // Days never fall, so the last one tells.
      if (closed && last.date > closed)
        throw new LedgerFlaw(`Vote ${rows} was stored on ${last.date}, after the close on ${closed}.`);
    }
    claims = claims.filter(({ rows }) => rows !== last.n);
  }

  return {
    get votes() {
      return last.n;
    },
    async read(value) {
      const next = requirePage(value);
      await begin(next);
      const isOpen = next.key !== null;
      for (const entry of next.entries) await follow(requireEntry(entry, { before: last.n, isOpen }), next);
    },
    end() {
      if (!page) throw new LedgerFlaw("The input contains no log.");
      const open = claims.find(({ says }) => says === "The totals say") ?? claims[0];
      const Flaw = open?.says === "The page says" ? LedgerBehind : LedgerFlaw;
      if (open) throw new Flaw(`${open.says} ${open.rows} votes, and the log ends after ${last.n}.`);
      for (const { text, n } of sought) if (!found.has(text)) throw new ReceiptMissing(text, n, last.n);
      const rows = sought.map(({ text }) => found.get(text) as LedgerEntry);
      const { participants } = page;
      return {
        surveyId: page.surveyId,
        votes: last.n,
        participants,
        isWithoutRows: isWithoutRows(page),
        totals: isWithoutRows(page) ? page.totals : page.totals && counts,
        head: last.hash,
        closed: page.closed,
        end: page.end,
        found: rows,
      };
    },
  };
}

const answerNames = ["no", "yes", "unsure"] as const;

function claimOf({
  participants,
  yesVotes: yes,
  unsureVotes: unsure,
}: NonNullable<LedgerCheckerOptions["shown"]>): Claim {
  const totals = yes === null || unsure === null ? null : { yes, no: participants - yes - unsure, unsure };
  return { rows: participants, totals, says: "The page says" };
}

/** Requires that votes which are shown with names are in the ledger, and that others are not. */
function requireRowsOf(privacy: Privacy, page: LedgerPage): void {
  if (page.participants > 0 && (privacy === "named") === isWithoutRows(page))
    throw new LedgerFlaw(
      privacy === "named"
        ? "The page says that votes are public, and the log doesn't contain them."
        : "The page says that nobody can see who voted what, and the log contains votes.",
    );
}

/** Compares what is shown with a ledger that has no rows to count. @throws LedgerFlaw, LedgerBehind */
function compareWithoutRows({ rows, totals, says }: Claim, page: LedgerPage): void {
  if (rows > page.participants)
    throw new LedgerBehind(`${says} ${rows} votes, and the log has those of ${page.participants} people.`);
  if (totals && page.totals && totalsText(totals) !== totalsText(page.totals))
    throw new LedgerFlaw(`${says} ${totalsText(totals)}, the log has ${totalsText(page.totals)}.`);
}

/** Requires that a page is of the same ledger as the page before it. Nothing follows the end of a closed one. */
function requireSameLedger(before: LedgerPage, page: LedgerPage): void {
  if (page.surveyId !== before.surveyId)
    throw new LedgerFlaw(`One page is about survey ${before.surveyId}, the next about ${page.surveyId}.`);
  if (before.key === null && before.closed === null && page.closed !== null)
    throw new LedgerOpened(
      "Voting ended while the log was read: its first part is sealed, the rest is open. Read it again.",
    );
  if (page.key !== before.key) throw new LedgerFlaw("One page has another key than the next.");
  if (before.end !== null && page.end !== before.end)
    throw new LedgerFlaw(`The log was closed on ${before.closed}, and the next page has another end.`);
}

function requireNext({ n, date }: LedgerEntry, before: { n: number; date: string }, rows: number): void {
  if (n > before.n + 1)
    throw new LedgerFlaw(`After vote ${before.n} comes vote ${n}: the votes between them are missing.`);
  if (n <= before.n) throw new LedgerFlaw(`After vote ${before.n} comes vote ${n}, which should come before it.`);
  if (n > rows) throw new LedgerFlaw(`The totals say ${rows} votes, but the log continues with vote ${n}.`);
  if (date < before.date)
    throw new LedgerFlaw(
      `Vote ${n} was stored on ${date}, before vote ${before.n}, which was stored on ${before.date}.`,
    );
}

function notFound(receipt: string, n: number, votes: number): string {
  return n > votes
    ? `The receipt ${receipt} is of vote ${n}, and the log has ${votes}.`
    : `The receipt ${receipt} is not that of vote ${n} in this log.`;
}
