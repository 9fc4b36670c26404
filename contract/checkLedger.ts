import { type LedgerEntry, ledgerLine, ledgerStart, type Receipt, readReceipt } from "./ledger.ts";

/** A response of the ledger endpoint: a page of rows, and the totals at the same moment. */
export interface LedgerPage {
  surveyId: string;
  totalVotes: number;
  yesVotes: number;
  noVotes: number;
  /** The hash of the last of `totalVotes` votes. */
  head: string;
  entries: LedgerEntry[];
}

/** An error in a ledger; the message is a sentence for the person who checks it. */
export class LedgerFlaw extends Error {}

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

/** Totals to compare with the ledger at the vote number `total`. */
interface Expected {
  total: number;
  yes: number;
  head?: string;
  says: "The totals say" | "The page says";
}

export interface LedgerCheckResult {
  surveyId: string;
  votes: number;
  yes: number;
  head: string;
  /** The rows of the receipts, in the order of the receipts. */
  found: LedgerEntry[];
}

/**
 * Verifies a ledger page by page, in order, without keeping the rows. Votes may be cast meanwhile: each page's totals are
 * compared with the ledger at that number of votes.
 */
export interface LedgerChecker {
  /** The number of votes verified so far. */
  readonly votes: number;
  /** Verifies the next page. @throws LedgerFlaw at the first wrong row or total */
  read(page: unknown): Promise<void>;
  /** Finishes after the last page. @throws LedgerFlaw if the ledger ends too early. @throws LedgerBehind, ReceiptMissing */
  end(): LedgerCheckResult;
}

export interface LedgerCheckerOptions {
  /** Returns the SHA-256 of a text's UTF-8 bytes, in hex. */
  hash(text: string): string | Promise<string>;
  /** Receipts to look for, valid for `readReceipt`. */
  receipts?: readonly string[];
  /** The totals that the page shows. */
  shown?: { totalVotes: number; yesVotes: number };
  /** The requested survey, because the ledger of another survey is consistent too. */
  surveyId?: string;
}

export function createLedgerChecker({
  hash,
  receipts = [],
  shown,
  surveyId: requestedId,
}: LedgerCheckerOptions): LedgerChecker {
  const parsedReceipts = receipts.map((text) => ({ text, ...(readReceipt(text) as Receipt) }));
  const found = new Map<string, LedgerEntry>();
  let expected: Expected[] = shown ? [{ total: shown.totalVotes, yes: shown.yesVotes, says: "The page says" }] : [];
  let surveyId: string | null = null;
  let last = { n: 0, yes: 0, hash: "" };

  async function begin(page: LedgerPage): Promise<void> {
    if (requestedId !== undefined && page.surveyId !== requestedId)
      throw new LedgerFlaw(`This is the log of survey ${page.surveyId}, not of ${requestedId}.`);
    if (surveyId !== null && page.surveyId !== surveyId)
      throw new LedgerFlaw(`One page is about survey ${surveyId}, the next about ${page.surveyId}.`);
    if (page.totalVotes < last.n)
      throw new LedgerFlaw(`The totals say ${page.totalVotes} votes, but the log already has ${last.n}.`);
    if (surveyId === null) last.hash = await hash(ledgerStart(page.surveyId));
    surveyId = page.surveyId;
    expected.push({ total: page.totalVotes, yes: page.yesVotes, head: page.head, says: "The totals say" });
    compareTotals();
  }

  async function follow(entry: LedgerEntry, total: number): Promise<void> {
    requireNext(entry.n, last.n, total);
    const computed = hash(ledgerLine(last.hash, entry));
    if ((typeof computed === "string" ? computed : await computed) !== entry.hash)
      throw new LedgerFlaw(`Vote ${entry.n} doesn't follow from the votes before it: its row was changed or inserted.`);
    last = { n: entry.n, yes: last.yes + entry.vote, hash: entry.hash };
    for (const { text, n, mark } of parsedReceipts)
      if (n === entry.n && entry.hash.startsWith(mark)) found.set(text, entry);
    compareTotals();
  }

  /** Compares the totals that are for the current number of votes. */
  function compareTotals(): void {
    for (const { total, yes, head, says } of expected) {
      if (total !== last.n) continue;
      if (yes !== last.yes) throw new LedgerFlaw(`${says} ${yes} yes of ${total} votes, the log has ${last.yes}.`);
      if (head !== undefined && head !== last.hash)
        throw new LedgerFlaw(`The log's head is not the hash of vote ${total}, which should be its last.`);
    }
    expected = expected.filter(({ total }) => total !== last.n);
  }

  return {
    get votes() {
      return last.n;
    },
    async read(value) {
      const page = requirePage(value);
      await begin(page);
      for (const entry of page.entries) await follow(requireEntry(entry, last.n), page.totalVotes);
    },
    end() {
      if (surveyId === null) throw new LedgerFlaw("The input contains no log.");
      const open = expected.find(({ says }) => says === "The totals say") ?? expected[0];
      const Flaw = open?.says === "The page says" ? LedgerBehind : LedgerFlaw;
      if (open) throw new Flaw(`${open.says} ${open.total} votes, and the log ends after ${last.n}.`);
      for (const { text, n } of parsedReceipts) if (!found.has(text)) throw new ReceiptMissing(text, n, last.n);
      const rows = parsedReceipts.map(({ text }) => found.get(text) as LedgerEntry);
      return { surveyId, votes: last.n, yes: last.yes, head: last.hash, found: rows };
    },
  };
}

function requireNext(n: number, before: number, total: number): void {
  if (n > before + 1) throw new LedgerFlaw(`After vote ${before} comes vote ${n}: the votes between them are missing.`);
  if (n <= before) throw new LedgerFlaw(`After vote ${before} comes vote ${n}, which should come before it.`);
  if (n > total) throw new LedgerFlaw(`The totals say ${total} votes, but the log continues with vote ${n}.`);
}

function notFound(receipt: string, n: number, votes: number): string {
  return n > votes
    ? `The receipt ${receipt} is of vote ${n}, and the log has ${votes}.`
    : `The receipt ${receipt} is not that of vote ${n} in this log.`;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
/** Ids are printed in terminals, so they are checked: other text could imitate this program's output. */
const isId = (value: unknown): value is string => typeof value === "string" && /^[\w-]{1,64}$/.test(value);
const isHash = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

/** Validates the form of a page, because the ledger comes from an untrusted source. */
function requirePage(value: unknown): LedgerPage {
  const page = (value ?? {}) as LedgerPage;
  if (!isId(page.surveyId) || !Array.isArray(page.entries) || !isHash(page.head))
    throw new LedgerFlaw("This is not a page of a ledger: surveyId, head or entries are missing or invalid.");
  if (![page.totalVotes, page.yesVotes, page.noVotes].every(isCount))
    throw new LedgerFlaw("The totals are not whole numbers.");
  if (page.yesVotes + page.noVotes !== page.totalVotes)
    throw new LedgerFlaw(`${page.yesVotes} yes and ${page.noVotes} no are not ${page.totalVotes} votes.`);
  return page;
}

function requireEntry(value: unknown, before: number): LedgerEntry {
  const { n, date, vote, hash } = (value ?? {}) as LedgerEntry;
  const isOne =
    isCount(n) &&
    (vote === 0 || vote === 1) &&
    isHash(hash) &&
    typeof date === "string" &&
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(date);
  if (!isOne) throw new LedgerFlaw(`The row after vote ${before} is not a vote: its n, date, vote or hash is invalid.`);
  return { n, date, vote, hash };
}
