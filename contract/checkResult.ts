import * as ledgerFindings from "@survey-app/texts/ledgerFindings.ts";
import { askedText, isPictureHash } from "./askedText.ts";
import { findBounds } from "./bounds.ts";
import { createLedgerChecker, type LedgerCheckerOptions } from "./checkLedger.ts";
import {
  type Asks,
  type Closing,
  type ClosingList,
  type LedgerNote,
  type LedgerTotals,
  notesText,
  RESULT_FORMATS,
} from "./ledger.ts";
import { asksOf, haveSameTotals, isCount, LedgerFlaw, type LedgerPage, requirePage, totalsText } from "./ledgerPage.ts";
import { isPassed, isPassRule, type PassRule, textWithRule } from "./passRule.ts";
import type { PortableResult } from "./portableResult.ts";
import { questionText } from "./questionText.ts";

/** What a head stands for: `start`, what a ledger of format 3 begins with; `end`, how the survey was closed. */
interface Proven {
  start: boolean;
  end: boolean;
}

/** The fields of a file that no ledger stands for: they lead elsewhere, or are counted after the close. */
const NEVER_VERIFIABLE = [
  "survey.url",
  "ledgerUrl",
  "label.askedBefore",
  "label.composition",
  "label.bursts",
  "label.list.changes",
] as const;

/** The fields that only the end of a ledger of format 3 stands for. */
const VERIFIABLE_BY_THE_END = [
  "survey.notes",
  "label.notes",
  "label.list",
  "label.identity",
  "label.asked",
  "label.plannedTo",
  "label.closedEarly",
  "label.deadlineMoves",
] as const;

/** The fields that the beginning of a ledger of format 3 stands for. In format 2 the question is compared with its hash in the same file only. */
const VERIFIABLE_BY_THE_START = [
  "survey.Title",
  "survey.Description",
  "survey.language",
  "survey.translations",
  "survey.imageAlt",
  "label.questionHash",
  "label.passRule",
  "label.electorate",
  "label.resultsDuring",
  "label.privacy",
  "label.changeable",
] as const;

/** Fields of a file that were not checked. */
export type Unverifiable =
  | (typeof NEVER_VERIFIABLE)[number]
  | (typeof VERIFIABLE_BY_THE_END)[number]
  | (typeof VERIFIABLE_BY_THE_START)[number]
  | "label.picture"
  | "label.list.objections"
  | "survey.notes after the close";

/**
 * The fields of a file that can't be checked with the file alone, because its head doesn't stand for them: after a
 * change of one of these, together with what follows from it in the same file, the file is as consistent as before.
 */
function findUnverifiable({ survey, label, ledger }: PortableResult, { start, end }: Proven): Unverifiable[] {
  const notesLater = end && (survey.notes?.length ?? 0) > (ledger.closing?.notes ?? 0);
  return [
    ...NEVER_VERIFIABLE,
    // The hash of an address says nothing about the picture that it shows.
    ...(label.picture?.startsWith("address ") ? (["label.picture"] as const) : []),
    // People can still object after the close, and owners can add notes.
    ...(end ? (["label.list.objections"] as const) : VERIFIABLE_BY_THE_END),
    ...(notesLater ? (["survey.notes after the close"] as const) : []),
    ...(start ? [] : VERIFIABLE_BY_THE_START),
  ];
}

export interface ResultCheck {
  surveyId: string;
  /** What the head stands for besides the votes; null if it doesn't stand for the question. */
  asks: Asks | null;
  /** How the survey was closed; null before, and if the head doesn't stand for it. */
  closing: Closing | null;
  /** The fields that were not checked, because the head stands for none of them. */
  unverifiable: readonly Unverifiable[];
  title: string;
  /** The page that the file says it is from. */
  url: string;
  participants: number;
  totals: LedgerTotals;
  /** When the survey passes; null without a rule. */
  passRule: PassRule | null;
  /** The final head, or the head so far, to be compared with one from elsewhere. */
  head: string;
  /** The hash of the question, to be compared as well where the head doesn't stand for it. */
  questionHash: string;
  isClosed: boolean;
  /** The number of votes, or changes of votes, that were recounted; null if the ledger has no rows. */
  rows: number | null;
  /** How many rows of the ledger are missing in the file, so that nothing was recounted. */
  missing: number;
}

/** Whether a document says that it is a portable result. */
export const isPortableResult = (value: unknown): value is { format: string } =>
  typeof value === "object" &&
  value !== null &&
  (RESULT_FORMATS as readonly unknown[]).includes((value as { format?: unknown }).format);

/** The pages of a ledger, parsed JSON from an untrusted source. */
type LedgerPages = AsyncIterable<unknown> | Iterable<unknown> | undefined;

/**
 * Checks a portable result without a server: the question against its hash, this hash, the totals and the close
 * against the ledger, the ledger in itself, and what the label says about all of them. Everything else that it says is
 * in `unverifiable`.
 * @param value parsed JSON from an untrusted source
 * @param options `pages`: those of the ledger, for a file that doesn't contain it
 * @throws LedgerFlaw the first contradiction
 */
export async function checkResult(
  value: unknown,
  { hash, pages }: Pick<LedgerCheckerOptions, "hash"> & { pages?: LedgerPages },
): Promise<ResultCheck> {
  const result = requireResult(value);
  const { survey, totals, label, ledger } = result;
  const { language = null, translations = [], imageAlt = null } = survey;
  const question = { ...survey, language, translations, imageAlt };
  const { picture = null, passRule } = label;
  const asks = asksOf(ledger);
  const text = asks ? askedText(question, { picture, passRule }) : textWithRule(questionText(question), passRule);
  if ((await hash(text)) !== label.questionHash || (asks && asks.question !== label.questionHash))
    throw new LedgerFlaw(ledgerFindings.otherQuestion);
  const { missing, rows } = await checkLedgerOfResult(ledger, pages, { hash, surveyId: survey._id });
  requireTotals(totals, ledger);
  if (asks) requireAsks(label, asks);
  requireLabel(label, ledger);
  requireBounds(label, totals, ledger);
  requireOutcome(label, totals, ledger);
  await requireClosing(result, hash);
  const { participants, ...answers } = totals;
  // Without the rows, only the end repeats the beginning.
  const isBegun = asks !== null && (missing === 0 || ledger.closed !== null);
  return {
    surveyId: survey._id,
    asks: isBegun ? asks : null,
    closing: isBegun ? (ledger.closing ?? null) : null,
    unverifiable: findUnverifiable(result, { start: isBegun, end: isBegun && Boolean(ledger.closing) }),
    title: survey.Title,
    url: survey.url,
    participants,
    totals: answers,
    passRule: label.passRule,
    head: label.head,
    questionHash: label.questionHash,
    isClosed: ledger.closed !== null,
    rows,
    missing,
  };
}

async function checkLedgerOfResult(
  ledger: LedgerPage,
  pages: LedgerPages,
  options: LedgerCheckerOptions,
): Promise<{ missing: number; rows: number | null }> {
  const check = createLedgerChecker(options);
  await check.read(ledger);
  const missing = ledger.rows - check.rows;
  if (missing > 0 && ledger.entries.length > 0) throw new LedgerFlaw(ledgerFindings.endsEarly(ledger.rows, check.rows));
  if (missing > 0 && !pages) return { missing, rows: null };
  for await (const page of missing > 0 ? (pages ?? []) : []) await check.read(page);
  const { isWithoutRows, rows } = check.end();
  return { missing: 0, rows: isWithoutRows ? null : rows };
}

function requireTotals({ participants, ...answers }: PortableResult["totals"], ledger: LedgerPage): void {
  if (!ledger.totals) throw new LedgerFlaw(ledgerFindings.sealedResult);
  if (participants !== ledger.participants || !haveSameTotals(answers, ledger.totals))
    throw new LedgerFlaw(ledgerFindings.resultTotals(totalsText(answers), totalsText(ledger.totals)));
}

/** Compares how people vote with what the ledger begins with. */
function requireAsks(
  { electorate, privacy, resultsDuring, changeable }: PortableResult["label"],
  asks: Omit<Asks, "question">,
): void {
  const isSame =
    electorate === asks.electorate &&
    privacy === asks.privacy &&
    resultsDuring === asks.results &&
    changeable === asks.changeable;
  if (!isSame) throw new LedgerFlaw(ledgerFindings.resultAsks);
}

/** Compares the notes, and what the label says about the list and the close, with the end of the ledger. */
async function requireClosing(
  { survey, totals, label, ledger: { closing } }: PortableResult,
  hash: LedgerCheckerOptions["hash"],
): Promise<void> {
  if (!closing) return;
  const { by, at, from, planned, moves, notes, notesHash, list } = closing;
  const noted = (survey.notes ?? []).slice(0, notes);
  const isSame =
    noted.length === notes &&
    (notesHash === null || (await hash(notesText(noted))) === notesHash) &&
    label.asked.from === from &&
    label.asked.to === at &&
    label.plannedTo === planned &&
    label.closedEarly === (by !== "deadline" && planned !== null) &&
    label.deadlineMoves === moves &&
    label.identity === identityOf(label.electorate, list) &&
    (list === null ? label.list === null : isListOf(label.list, list, totals.participants));
  if (!isSame) throw new LedgerFlaw(ledgerFindings.resultClosing);
}

const identityOf = (electorate: PortableResult["label"]["electorate"], list: ClosingList | null) =>
  electorate === "link" ? "browser" : list === null ? "account" : list.codes > 0 ? "code" : "invitation";

/** Whether a label has the numbers of a list at the close; people can still object later. */
function isListOf(found: PortableResult["label"]["list"], list: ClosingList, participants: number): boolean {
  const { invited, added, struck, codes, replaced, unsent, objections } = list;
  const listed = invited + added;
  return (
    found?.invited === invited &&
    found.added === added &&
    found.struck === struck &&
    found.codes === codes &&
    found.replaced === replaced &&
    found.unsent === unsent &&
    isCount(found.objections) &&
    found.objections >= objections &&
    found.turnout === (listed === 0 ? null : participants / listed)
  );
}

/** Compares what could have changed with what follows from the totals and the numbers of the list. */
function requireBounds(
  { bounds, list, passRule }: PortableResult["label"],
  { yes, no, unsure }: PortableResult["totals"],
  { closed }: LedgerPage,
): void {
  const counts = { yesVotes: yes, noVotes: no, unsureVotes: unsure };
  const expected = list !== null && closed !== null ? findBounds(counts, list, passRule) : null;
  const differs =
    expected === null || bounds === null
      ? expected !== bounds
      : Object.entries(expected).some(([name, value]) => bounds[name as keyof typeof bounds] !== value);
  if (differs) throw new LedgerFlaw(ledgerFindings.wrongBounds);
}

/** Compares whether the survey has passed with what follows from the totals and its rule. */
function requireOutcome(
  { passRule, passed }: PortableResult["label"],
  totals: PortableResult["totals"],
  { closed }: LedgerPage,
): void {
  const expected = passRule !== null && closed !== null ? isPassed(passRule, totals) : null;
  if (passed !== expected) throw new LedgerFlaw(ledgerFindings.wrongOutcome);
}

/** Compares what the label says with what the ledger shows. */
function requireLabel(label: PortableResult["label"], ledger: LedgerPage): void {
  const { head, end, closed, rows, participants } = ledger;
  if (label.head !== (end ?? head)) throw new LedgerFlaw(ledgerFindings.resultHead);
  const closedOn = label.asked.to?.slice(0, 10) ?? null;
  if (closedOn !== closed) throw new LedgerFlaw(ledgerFindings.resultEnd);
  if (participants > 0 && (label.privacy === "named") !== rows > 0) throw new LedgerFlaw(ledgerFindings.resultPrivacy);
  if (label.changes !== (label.privacy === "named" ? rows - participants : null))
    throw new LedgerFlaw(ledgerFindings.resultChanges);
  if (label.changes && !label.changeable) throw new LedgerFlaw(ledgerFindings.unchangeableChanged);
}

const isText = (value: unknown): value is string => typeof value === "string";

/** Whether a value has the form of translations, with nothing that the question's hash would leave out. */
const areTranslations = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((each: Partial<Record<string, unknown>> | null) => {
    const { language, Title, Description, imageAlt = "", ...rest } = each ?? {};
    return [language, Title, Description, imageAlt].every(isText) && Object.keys(rest).length === 0;
  });

const areNotes = (value: unknown): value is LedgerNote[] =>
  Array.isArray(value) &&
  value.every((each: Partial<LedgerNote> | null) => {
    const { text, createdAt, ...rest } = each ?? {};
    return isText(text) && isText(createdAt) && Object.keys(rest).length === 0;
  });

/** Whether a file has exactly the fields that came with format 3, because only such a ledger stands for them. */
function hasFormOf(
  format: LedgerPage["format"] | undefined,
  { survey, label }: Partial<Pick<PortableResult, "survey" | "label">>,
): boolean {
  if (format !== 3) return label?.picture === undefined && survey?.notes === undefined;
  const isComplete = [survey?.language, survey?.translations, label?.passRule].every((each) => each !== undefined);
  return isComplete && isPictureHash(label?.picture) && areNotes(survey?.notes) && survey.notes.length === label?.notes;
}

/** Validates the form of a portable result, as far as it is used. @throws LedgerFlaw */
function requireResult(value: unknown): PortableResult {
  if (!isPortableResult(value)) throw new LedgerFlaw(ledgerFindings.notAResult);
  const { format, survey, totals, label, ledger, ledgerUrl } = value as unknown as PortableResult;
  const texts = [
    survey?._id,
    survey?.Title,
    survey?.Description,
    survey?.url,
    ledgerUrl,
    label?.questionHash,
    label?.head,
  ];
  const counts = [totals?.participants, totals?.yes, totals?.no, totals?.unsure];
  const to = label?.asked?.to;
  const isLabel =
    isText(label?.privacy) && (label.changes === null || isCount(label.changes)) && (to === null || isText(to));
  const { list, bounds } = label ?? {};
  const isList =
    (list === null || (isCount(list?.invited) && isCount(list.added))) &&
    (bounds === null || typeof bounds === "object");
  // Files from before there were rules have neither field.
  const { passRule = null, passed = null } = label ?? {};
  const isRule =
    (passRule === null || isPassRule(passRule)) && (label?.passRule === undefined) === (label?.passed === undefined);
  const isWithAlt = survey?.imageAlt !== undefined;
  const before = isText(survey?.language) || passRule !== null || isWithAlt ? 1 : 0;
  const isInFormat = format === RESULT_FORMATS[ledger?.format === 2 ? before : 2];
  // The hash of a question without a language covers no translations.
  const { translations = [] } = survey ?? {};
  const isTranslated = areTranslations(translations) && (isText(survey?.language) || translations.length === 0);
  if (!isInFormat || !isTranslated || (isWithAlt && !isText(survey.imageAlt)))
    throw new LedgerFlaw(ledgerFindings.damaged);
  if (!hasFormOf(ledger?.format, { survey, label })) throw new LedgerFlaw(ledgerFindings.damaged);
  if (!texts.every(isText) || !counts.every(isCount) || !isLabel || !isList || !isRule)
    throw new LedgerFlaw(ledgerFindings.damaged);
  // Without a language, the hash doesn't tell where title and description end: the title is one line, and neither has a NUL.
  if (/[\r\n\0]/.test(survey.Title) || survey.Description.includes("\0")) throw new LedgerFlaw(ledgerFindings.damaged);
  return {
    ...(value as unknown as PortableResult),
    label: { ...label, passRule, passed },
    ledger: requirePage(ledger),
  };
}
