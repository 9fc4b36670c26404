import * as ledgerFindings from "@survey-app/texts/ledgerFindings.ts";
import {
  type Answer,
  type Asks,
  type Closing,
  type ClosingList,
  LEDGER_FORMATS,
  type LedgerEntry,
  type LedgerTotals,
  listNumbers,
  SPLIT_MIN,
} from "../ballots/ledger.ts";
import type { ResponseOf } from "../http/endpoint.ts";
import type { getLedger } from "../votes/votes.ts";

/** A response of the ledger endpoint: a page of rows, and the numbers of the whole ledger at the same moment. */
export type LedgerPage = ResponseOf<typeof getLedger>;

/** An error in a ledger; the message is a sentence for the person who checks it. */
export class LedgerFlaw extends Error {}

/** Returns the numbers as people write them, "not sure" only where there is such an answer: `37 yes and 23 no`. */
export function totalsText({ yes, no, unsure }: LedgerTotals, format: (count: number) => string = String): string {
  if (unsure === 0) return ledgerFindings.totals(format(yes), format(no));
  return ledgerFindings.totalsWithUnsure(format(yes), format(no), format(unsure));
}

export const haveSameTotals = (one: LedgerTotals, other: LedgerTotals): boolean =>
  one.yes === other.yes && one.no === other.no && one.unsure === other.unsure;

export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
/** Ids are printed in terminals, so they are checked: other text could imitate this program's output. */
const isId = (value: unknown): value is string => typeof value === "string" && /^[\w-]{1,64}$/.test(value);
export const isHash = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);
const isDay = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value);
const isAnswer = (value: unknown): value is Answer => value === 0 || value === 1 || value === 2;
/** An instant as `Date.prototype.toISOString` writes it. */
const isInstant = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
const isOneOf = (value: unknown, ...values: readonly unknown[]): boolean => values.includes(value);

/**
 * Whether a ledger publishes no rows: those of confidential and secret surveys and, before the first vote, also others
 * whose results are hidden.
 */
export const isWithoutRows = ({ key, rows }: Pick<LedgerPage, "key" | "rows">): boolean => key === null && rows === 0;

/** Validates the form of a page, because the ledger comes from an untrusted source. @throws LedgerFlaw */
export function requirePage(value: unknown): LedgerPage {
  const page = (value ?? {}) as LedgerPage;
  if (!isId(page.surveyId) || !Array.isArray(page.entries) || !isHash(page.head))
    throw new LedgerFlaw(ledgerFindings.notAPage);
  if (!LEDGER_FORMATS.includes(page.format))
    throw new LedgerFlaw(ledgerFindings.otherFormat(LEDGER_FORMATS.join(", ")));
  if (page.key !== null && !isHash(page.key)) throw new LedgerFlaw(ledgerFindings.wrongKey);
  requireAsked(page);
  requireNumbers(page);
  if ((page.closed === null) !== (page.end === null)) throw new LedgerFlaw(ledgerFindings.closedWithoutEnd);
  if (page.closed !== null && (!isDay(page.closed) || !isHash(page.end)))
    throw new LedgerFlaw(ledgerFindings.wrongClose);
  requireClosing(page);
  return page;
}

/**
 * The question that the votes of a ledger answer, and the settings of voting; null in format 2, which doesn't have
 * them. It has one order of fields and no other fields, because a page comes from an untrusted source.
 */
export function asksOf({ asks }: Pick<LedgerPage, "asks">): Asks | null {
  if (!asks) return null;
  const { question, electorate, privacy, results, changeable, unsure, after } = asks;
  return { question, electorate, privacy, results, changeable, unsure, after };
}

/**
 * Requires that a ledger says what was asked exactly if it has format 3: in format 2 its hashes wouldn't commit to it.
 */
function requireAsked({ format, asks }: LedgerPage): void {
  if (format === 3 ? !isAsks(asks) : asks !== undefined) throw new LedgerFlaw(ledgerFindings.wrongAsks);
}

/** The same for what it says about the close, after the close. */
function requireClosing({ format, closing, closed }: LedgerPage): void {
  const isRight = format === 3 ? closing === null || isClosing(closing, closed) : closing === undefined;
  if (!isRight) throw new LedgerFlaw(ledgerFindings.wrongClosing);
}

const isAsks = (value: Asks | undefined): boolean =>
  isHash(value?.question) &&
  isOneOf(value?.electorate, "everyone", "invited", "link") &&
  isOneOf(value?.privacy, "named", "confidential", "secret") &&
  isOneOf(value?.results, "live", "afterVote", "afterClose", "shown") &&
  typeof value?.changeable === "boolean" &&
  typeof value.unsure === "boolean" &&
  (value.after === null || (typeof value.after === "string" && /^[1-9]\d{0,5}:[0-9a-f]{64}$/.test(value.after)));

/** @param closed the day of the close */
function isClosing(value: Closing | undefined, closed: string | null): boolean {
  const { by, at, from, planned, moves, notes, notesHash, shown, list } = value ?? ({} as Partial<Closing>);
  return (
    isOneOf(by, "deadline", "owner", "admin", "everyone") &&
    isInstant(at) &&
    at.slice(0, 10) === closed &&
    isInstant(from) &&
    (planned === null ? by !== "deadline" : isInstant(planned) && (by !== "deadline" || planned <= at)) &&
    [moves, notes].every(isCount) &&
    (shown === null || isCount(shown)) &&
    (notes === 0 ? notesHash === null : isHash(notesHash)) &&
    (list === null || listNumbers(list ?? ({} as ClosingList)).every(isCount))
  );
}

function requireNumbers(page: LedgerPage): void {
  const { rows, participants, totals } = page;
  // Only null means that they are hidden: a ledger that leaves them out would open its rows and commit to no result.
  const answers = totals === null ? [] : [totals?.yes, totals?.no, totals?.unsure];
  const numbers = [rows, participants, ...answers];
  if (!numbers.every(isCount)) throw new LedgerFlaw(ledgerFindings.notWholeNumbers);
  if (isWithoutRows(page)) requireEndNumbers(page);
  else requireOpening(page);
  if (totals && totals.yes + totals.no + totals.unsure !== participants)
    throw new LedgerFlaw(ledgerFindings.notTheVotes(totalsText(totals), participants));
}

/** Requires that a ledger with rows has totals exactly if it is open. */
function requireOpening({ key, closed, rows, participants, totals }: LedgerPage): void {
  if (closed !== null && totals === null) throw new LedgerFlaw(ledgerFindings.stillSealed);
  if (closed === null && (key === null) !== (totals === null)) throw new LedgerFlaw(ledgerFindings.halfOpen);
  if (participants > rows) throw new LedgerFlaw(ledgerFindings.tooFewRows(rows, participants));
}

/** Requires that a ledger without rows has totals only after the close, and only of enough people. */
function requireEndNumbers({ participants, totals, closed }: LedgerPage): void {
  if (closed === null && totals) throw new LedgerFlaw(ledgerFindings.totalsBeforeClose);
  if (closed !== null && participants > 0 && (totals !== null) !== participants >= SPLIT_MIN)
    throw new LedgerFlaw(ledgerFindings.totalsOfFew(participants));
}

/**
 * The keys that open the rows of a ledger: one `key` for all; one for each row that counts, where votes could be
 * changed before the close; or none, while it is `sealed`.
 */
type Opening = "key" | "rows" | "sealed";

export function openingOf({ key, closed }: LedgerPage): Opening {
  if (key !== null) return "key";
  return closed === null ? "sealed" : "rows";
}

/** Validates the form of a row. @param before the number of the row before it. @throws LedgerFlaw */
export function requireEntry(value: unknown, { before, opening }: { before: number; opening: Opening }): LedgerEntry {
  const { n, date, replaces, vote, seal, k, hash } = (value ?? {}) as LedgerEntry;
  const isRow = isCount(n) && isDay(date) && (replaces === null || isCount(replaces)) && isHash(hash);
  const row = { n, date, replaces, hash };
  if (isRow && opening === "key" && isAnswer(vote) && seal === undefined && k === undefined) return { ...row, vote };
  if (isRow && opening === "rows" && isAnswer(vote) && seal === undefined && isHash(k)) return { ...row, k, vote };
  if (isRow && opening !== "key" && isHash(seal) && vote === undefined && k === undefined) return { ...row, seal };
  const fields = { key: "vote", rows: "k, vote, seal", sealed: "seal" }[opening];
  throw new LedgerFlaw(ledgerFindings.notAVote(String(before), fields));
}
