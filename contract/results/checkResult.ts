import * as ledgerFindings from "@survey-app/texts/ledgerFindings.ts";
import {
  type Asks,
  type Closing,
  type ClosingList,
  type LedgerFormat,
  type LedgerNote,
  type LedgerTotals,
  notesText,
  RESULT_FORMATS,
} from "../ballots/ledger.ts";
import { isPassed, isPassRule, type PassRule, textWithRule } from "../ballots/passRule.ts";
import { askedText, isPictureHash } from "../surveys/askedText.ts";
import { questionText } from "../surveys/questionText.ts";
import { findBounds } from "./bounds.ts";
import { createLedgerChecker, type LedgerCheckerOptions } from "./checkLedger.ts";
import { asksOf, haveSameTotals, isCount, LedgerFlaw, type LedgerPage, requirePage, totalsText } from "./ledgerPage.ts";
import type { PortableResult } from "./portableResult.ts";

/** The fields of a file that were not checked, in groups that people understand. */
const UNVERIFIABLE = {
  /** No ledger commits to these, because they lead elsewhere. */
  links: ["survey.url", "ledgerUrl"],
  /** No ledger commits to these either: they are counted after the close, or are about another survey. */
  around: ["label.askedBefore", "label.composition", "label.bursts", "label.list.changes"],
  /**
   * The beginning of a ledger of format 3 commits to these. In format 2 they are only compared with a hash in the same
   * file.
   */
  start: [
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
  ],
  /** Only the end of a ledger of format 3 commits to these. */
  end: [
    "survey.notes",
    "label.notes",
    "label.list",
    "label.identity",
    "label.asked",
    "label.plannedTo",
    "label.closedEarly",
    "label.deadlineMoves",
    "label.shownAfter",
  ],
  /** Without rows, a key opens nothing. */
  key: ["ledger.key"],
  /** The hash of an address doesn't say anything about the picture at it. */
  picture: ["label.picture"],
  /** People can object after the close, and owners can add notes. */
  objections: ["label.list.objections"],
  laterNotes: ["survey.notes after the close"],
} as const;
export type UnverifiableGroup = keyof typeof UNVERIFIABLE;

/**
 * Finds the fields that can't be checked with the file alone, because its head doesn't commit to them: if one of them
 * is changed, together with what follows from it in the same file, the file stays as consistent as before.
 * @param proven whether the head commits to the beginning of a ledger of format 3, and to its end
 */
function findUnverifiable(
  { survey, label, ledger }: PortableResult,
  proven: { start: boolean; end: boolean },
): UnverifiableGroup[] {
  const { start, end } = proven;
  const hasLaterNotes = (survey.notes?.length ?? 0) > (ledger.closing?.notes ?? 0);
  const groups: [group: UnverifiableGroup, isUnverifiable: boolean][] = [
    ["start", !start],
    ["end", !end],
    ["key", ledger.key !== null && ledger.rows === 0],
    ["picture", label.picture?.startsWith("address ") === true],
    ["objections", end && label.list !== null],
    ["laterNotes", end && hasLaterNotes],
    ["around", true],
    ["links", true],
  ];
  return groups.filter(([, isUnverifiable]) => isUnverifiable).map(([group]) => group);
}

export interface ResultCheck {
  surveyId: string;
  /** The format of the ledger in the file. */
  format: LedgerFormat;
  /**
   * The question and the settings of voting, if the head commits to them; null in format 2, and before the close if the
   * file doesn't contain the rows, which prove it.
   */
  asks: Asks | null;
  /** How the survey was closed; null before, and if the head doesn't commit to it. */
  closing: Closing | null;
  /** The fields that were not checked, because the head doesn't commit to them: in groups, and one by one. */
  unchecked: readonly UnverifiableGroup[];
  unverifiable: readonly string[];
  title: string;
  /** The page that the file says it is from. */
  url: string;
  participants: number;
  /** Null if too few people voted to show them. */
  totals: LedgerTotals | null;
  /** When the survey passes; null without a rule. */
  passRule: PassRule | null;
  /** The final head, or the head so far, to be compared with one from elsewhere. */
  head: string;
  /** The hash of the question, to be compared as well if the head doesn't commit to it. */
  questionHash: string;
  isClosed: boolean;
  /** The number of votes, or changes of votes, that were recounted; null if the ledger doesn't have rows. */
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
  requireResultLabel(label, ledger);
  requireBounds(label, totals, ledger);
  requirePassed(label, totals, ledger);
  await requireClosing(result, hash);
  // Without the rows, only the end repeats the beginning.
  const isBegun = asks !== null && (missing === 0 || ledger.closed !== null);
  const unchecked = findUnverifiable(result, { start: isBegun, end: isBegun && Boolean(ledger.closing) });
  return {
    surveyId: survey._id,
    format: ledger.format,
    asks: isBegun ? asks : null,
    closing: isBegun ? (ledger.closing ?? null) : null,
    unchecked,
    unverifiable: unchecked.flatMap((group) => UNVERIFIABLE[group]),
    title: survey.Title,
    url: survey.url,
    participants: totals.participants,
    totals: answersOf(totals),
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

/** The votes for each answer; null if too few people voted to show them. */
const answersOf = ({ yes, no, unsure }: PortableResult["totals"]): LedgerTotals | null =>
  yes === null || no === null || unsure === null ? null : { yes, no, unsure };

function requireTotals(totals: PortableResult["totals"], ledger: LedgerPage): void {
  const answers = answersOf(totals);
  // A closed ledger without totals is one of too few people (`requirePage`).
  if (!ledger.totals && (ledger.closed === null || answers)) throw new LedgerFlaw(ledgerFindings.sealedResult);
  const isSame = answers && ledger.totals ? haveSameTotals(answers, ledger.totals) : answers === ledger.totals;
  if (totals.participants !== ledger.participants || !isSame)
    throw new LedgerFlaw(ledgerFindings.resultTotals(shownText(answers), shownText(ledger.totals)));
}

const shownText = (totals: LedgerTotals | null): string => (totals ? totalsText(totals) : "-");

/** Compares the settings of voting with those at the beginning of the ledger. */
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
  const { by, at, from, planned, moves, notes, notesHash, shown, list } = closing;
  const noted = (survey.notes ?? []).slice(0, notes);
  const isSame =
    noted.length === notes &&
    (notesHash === null || (await hash(notesText(noted))) === notesHash) &&
    label.asked.from === from &&
    label.asked.to === at &&
    label.plannedTo === planned &&
    label.closedEarly === (by !== "deadline" && planned !== null) &&
    label.deadlineMoves === moves &&
    (label.shownAfter ?? null) === shown &&
    label.identity === identityOf(label.electorate, list) &&
    (list === null ? label.list === null : isListOf(label.list, list, totals.participants));
  if (!isSame) throw new LedgerFlaw(ledgerFindings.resultClosing);
}

const identityOf = (electorate: PortableResult["label"]["electorate"], list: ClosingList | null) =>
  electorate === "link" ? "browser" : list === null ? "account" : list.codes > 0 ? "code" : "invitation";

/** Whether a label has the numbers of a list at the close; people can still object later. */
function isListOf(found: PortableResult["label"]["list"], list: ClosingList, participants: number): boolean {
  const { invited, added, struck, codes, replaced, reissuedByOperator, unsent, objections } = list;
  const people = invited + added;
  return (
    found?.invited === invited &&
    found.added === added &&
    found.struck === struck &&
    found.codes === codes &&
    found.replaced === replaced &&
    found.reissuedByOperator === reissuedByOperator &&
    found.unsent === unsent &&
    isCount(found.objections) &&
    found.objections >= objections &&
    found.turnout === (people === 0 ? null : participants / people)
  );
}

/** Compares the bounds with those that follow from the totals and the numbers of the list. */
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
function requirePassed(
  { passRule, passed }: PortableResult["label"],
  totals: PortableResult["totals"],
  { closed }: LedgerPage,
): void {
  const answers = answersOf(totals);
  const expected = passRule !== null && closed !== null && answers ? isPassed(passRule, answers) : null;
  if (passed !== expected) throw new LedgerFlaw(ledgerFindings.wrongOutcome);
}

/** Compares what the label says with what the ledger shows. */
function requireResultLabel(label: PortableResult["label"], ledger: LedgerPage): void {
  const { head, end, closed, rows, participants } = ledger;
  if (label.head !== (end ?? head)) throw new LedgerFlaw(ledgerFindings.resultHead);
  const closedOn = label.asked.to?.slice(0, 10) ?? null;
  if (closedOn !== closed) throw new LedgerFlaw(ledgerFindings.resultEnd);
  if (participants > 0 && (label.privacy === "named") !== rows > 0) throw new LedgerFlaw(ledgerFindings.resultPrivacy);
  if (label.changes !== (label.privacy === "named" ? rows - participants : null))
    throw new LedgerFlaw(ledgerFindings.resultChanges);
  if (label.changes && !label.changeable) throw new LedgerFlaw(ledgerFindings.unchangeableChanged);
}

export const isText = (value: unknown): value is string => typeof value === "string";

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

/**
 * Whether a file has exactly the fields that came with format 3, because only a ledger of that format commits to them.
 */
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
  const answers = [totals?.yes, totals?.no, totals?.unsure];
  const areCounts = isCount(totals?.participants) && (answers.every(isCount) || answers.every((each) => each === null));
  const to = label?.asked?.to;
  const isResultLabel =
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
  if (!texts.every(isText) || !areCounts || !isResultLabel || !isList || !isRule)
    throw new LedgerFlaw(ledgerFindings.damaged);
  // Without a language, the hash doesn't tell where title and description end: the title is one line, and neither has a
  // NUL.
  if (/[\r\n\0]/.test(survey.Title) || survey.Description.includes("\0")) throw new LedgerFlaw(ledgerFindings.damaged);
  return {
    ...(value as unknown as PortableResult),
    label: { ...label, passRule, passed },
    ledger: requirePage(ledger),
  };
}
