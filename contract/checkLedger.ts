import { type LedgerEntry, ledgerLine, ledgerStart, type Receipt, readReceipt } from "./ledger.ts";

/** One answer of the ledger call: the totals of one moment, and rows of that moment. */
export interface LedgerPage {
  surveyId: string;
  totalVotes: number;
  yesVotes: number;
  noVotes: number;
  /** The hash of the last of `totalVotes` votes. */
  head: string;
  entries: LedgerEntry[];
}

/** What is wrong with a log, in a sentence for whoever checks it. */
export class LedgerFlaw extends Error {}

/**
 * The log is right in itself, and has not got a receipt that was looked for. A typo, a receipt of another survey and a log
 * that was rewritten after the vote look the same.
 */
export class ReceiptMissing extends LedgerFlaw {
  /** Whether the log has no vote of that number. */
  readonly isBeyondEnd: boolean;

  constructor(receipt: string, n: number, votes: number) {
    super(notFound(receipt, n, votes));
    this.isBeyondEnd = n > votes;
  }
}

/** The log is right as far as it goes, and more votes are shown elsewhere: what is shown may be newer. */
export class LedgerBehind extends LedgerFlaw {}

/** Totals that the log has to agree with once it has come so far. */
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
  /** The rows that the receipts are for, in the order of the receipts. */
  found: LedgerEntry[];
}

/**
 * Checks a log from nothing but itself, answer after answer in their order, and remembers no rows. Votes may be cast
 * meanwhile: each answer's totals are compared with the log where it has come to that many votes.
 */
export interface LedgerChecker {
  /** Votes that were found right so far. */
  readonly votes: number;
  /** @throws LedgerFlaw at the first row, or total, that is wrong */
  read(page: unknown): Promise<void>;
  /** To be called after the last answer. @throws LedgerFlaw if the log ends too early. @throws LedgerBehind, ReceiptMissing */
  end(): LedgerCheckResult;
}

export interface LedgerCheckerOptions {
  /** SHA-256 of a text's UTF-8, in hex. */
  hash(text: string): string | Promise<string>;
  /** Receipts to look for, readable by `readReceipt`. */
  receipts?: readonly string[];
  /** Totals that are shown elsewhere. */
  shown?: { totalVotes: number; yesVotes: number };
  /** The survey that was asked for: another one's log is right in itself, too. */
  surveyId?: string;
}

export function createLedgerChecker({
  hash,
  receipts = [],
  shown,
  surveyId: asked,
}: LedgerCheckerOptions): LedgerChecker {
  const wanted = receipts.map((text) => ({ text, ...(readReceipt(text) as Receipt) }));
  const found = new Map<string, LedgerEntry>();
  let expected: Expected[] = shown ? [{ total: shown.totalVotes, yes: shown.yesVotes, says: "The page says" }] : [];
  let surveyId: string | null = null;
  let last = { n: 0, yes: 0, hash: "" };

  async function begin(page: LedgerPage): Promise<void> {
    if (asked !== undefined && page.surveyId !== asked)
      throw new LedgerFlaw(`What was answered is the log of survey ${page.surveyId}, not of ${asked}.`);
    if (surveyId !== null && page.surveyId !== surveyId)
      throw new LedgerFlaw(`One answer is about survey ${surveyId}, the next about ${page.surveyId}.`);
    if (page.totalVotes < last.n)
      throw new LedgerFlaw(`The totals say ${page.totalVotes} votes, where the log has shown ${last.n} before.`);
    if (surveyId === null) last.hash = await hash(ledgerStart(page.surveyId));
    surveyId = page.surveyId;
    expected.push({ total: page.totalVotes, yes: page.yesVotes, head: page.head, says: "The totals say" });
    settle();
  }

  async function follow(entry: LedgerEntry, total: number): Promise<void> {
    demandNext(entry.n, last.n, total);
    const made = hash(ledgerLine(last.hash, entry));
    if ((typeof made === "string" ? made : await made) !== entry.hash)
      throw new LedgerFlaw(`Vote ${entry.n} doesn't follow from the votes before it: its row was changed or put in.`);
    last = { n: entry.n, yes: last.yes + entry.vote, hash: entry.hash };
    for (const { text, n, mark } of wanted) if (n === entry.n && entry.hash.startsWith(mark)) found.set(text, entry);
    settle();
  }

  /** Compares what was expected of so many votes. */
  function settle(): void {
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
      const page = demandPage(value);
      await begin(page);
      for (const entry of page.entries) await follow(demandEntry(entry, last.n), page.totalVotes);
    },
    end() {
      if (surveyId === null) throw new LedgerFlaw("There is no log in what was given.");
      const open = expected.find(({ says }) => says === "The totals say") ?? expected[0];
      const Flaw = open?.says === "The page says" ? LedgerBehind : LedgerFlaw;
      if (open) throw new Flaw(`${open.says} ${open.total} votes, and the log ends after ${last.n}.`);
      for (const { text, n } of wanted) if (!found.has(text)) throw new ReceiptMissing(text, n, last.n);
      const rows = wanted.map(({ text }) => found.get(text) as LedgerEntry);
      return { surveyId, votes: last.n, yes: last.yes, head: last.hash, found: rows };
    },
  };
}

function demandNext(n: number, before: number, total: number): void {
  if (n > before + 1) throw new LedgerFlaw(`After vote ${before} comes vote ${n}: what was between is missing.`);
  if (n <= before) throw new LedgerFlaw(`After vote ${before} comes vote ${n}, which should stand before it.`);
  if (n > total) throw new LedgerFlaw(`The totals say ${total} votes, and the log goes on with vote ${n}.`);
}

function notFound(receipt: string, n: number, votes: number): string {
  return n > votes
    ? `The receipt ${receipt} is of vote ${n}, and the log has ${votes}.`
    : `The receipt ${receipt} is not that of vote ${n} in this log.`;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
/** Ids are shown in terminals: no other text gets there, which could pose as a sentence of ours. */
const isId = (value: unknown): value is string => typeof value === "string" && /^[\w-]{1,64}$/.test(value);
const isHash = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

/** Nothing is believed about where the log came from, not even its form. */
function demandPage(value: unknown): LedgerPage {
  const page = (value ?? {}) as LedgerPage;
  if (!isId(page.surveyId) || !Array.isArray(page.entries) || !isHash(page.head))
    throw new LedgerFlaw("That is no answer of a ledger: surveyId, head or entries are missing or wrong.");
  if (![page.totalVotes, page.yesVotes, page.noVotes].every(isCount))
    throw new LedgerFlaw("The totals are not whole numbers.");
  if (page.yesVotes + page.noVotes !== page.totalVotes)
    throw new LedgerFlaw(`${page.yesVotes} yes and ${page.noVotes} no are not ${page.totalVotes} votes.`);
  return page;
}

function demandEntry(value: unknown, before: number): LedgerEntry {
  const { n, date, vote, hash } = (value ?? {}) as LedgerEntry;
  const isOne =
    isCount(n) &&
    (vote === 0 || vote === 1) &&
    isHash(hash) &&
    typeof date === "string" &&
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(date);
  if (!isOne)
    throw new LedgerFlaw(`The row after vote ${before} is no vote: n, date, vote or hash are not as they should be.`);
  return { n, date, vote, hash };
}
