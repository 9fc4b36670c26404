import * as ledgerFindings from "@survey-app/texts/ledgerFindings.ts";
import { findBounds } from "./bounds.ts";
import { createLedgerChecker, type LedgerCheckerOptions } from "./checkLedger.ts";
import { type LedgerTotals, RESULT_FORMATS } from "./ledger.ts";
import { haveSameTotals, isCount, LedgerFlaw, type LedgerPage, requirePage, totalsText } from "./ledgerPage.ts";
import { isPassed, isPassRule, type PassRule, textWithRule } from "./passRule.ts";
import type { PortableResult } from "./portableResult.ts";
import { questionText } from "./questionText.ts";

/**
 * The fields of a file that can't be checked with the file alone, because they are not hashed into the ledger: after a change
 * of one of these, the file is as consistent as before.
 */
export const UNVERIFIABLE = [
  "survey.url",
  "ledgerUrl",
  "label.electorate",
  "label.identity",
  "label.list",
  "label.asked",
  "label.plannedTo",
  "label.closedEarly",
  "label.deadlineMoves",
  "label.askedBefore",
  "label.resultsDuring",
  "label.privacy",
  "label.changeable",
  "label.notes",
  "label.composition",
  "label.bursts",
] as const;

export interface ResultCheck {
  surveyId: string;
  title: string;
  /** The page that the file says it is from. */
  url: string;
  participants: number;
  totals: LedgerTotals;
  /** When the survey passes; null without a rule. */
  passRule: PassRule | null;
  /** The final head, or the head so far, to be compared with one from elsewhere. */
  head: string;
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
 * Checks a portable result without a server: the question against its hash, the totals against the ledger, the ledger in
 * itself, and what the label says about both. Everything else that it says is in `UNVERIFIABLE`.
 * @param value parsed JSON from an untrusted source
 * @param options `pages`: those of the ledger, for a file that doesn't contain it
 * @throws LedgerFlaw the first contradiction
 */
export async function checkResult(
  value: unknown,
  { hash, pages }: Pick<LedgerCheckerOptions, "hash"> & { pages?: LedgerPages },
): Promise<ResultCheck> {
  const { survey, totals, label, ledger } = requireResult(value);
  const { language = null, translations = [], imageAlt = null } = survey;
  const question = questionText({ ...survey, language, translations, imageAlt });
  if ((await hash(textWithRule(question, label.passRule))) !== label.questionHash)
    throw new LedgerFlaw(ledgerFindings.otherQuestion);
  const { missing, rows } = await checkLedgerOfResult(ledger, pages, { hash, surveyId: survey._id });
  requireTotals(totals, ledger);
  requireLabel(label, ledger);
  requireBounds(label, totals, ledger);
  requireOutcome(label, totals, ledger);
  const { participants, ...answers } = totals;
  return {
    surveyId: survey._id,
    title: survey.Title,
    url: survey.url,
    participants,
    totals: answers,
    passRule: label.passRule,
    head: label.head,
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
  const isInFormat = format === RESULT_FORMATS[isText(survey?.language) || passRule !== null || isWithAlt ? 1 : 0];
  // The hash of a question without a language covers no translations.
  const { translations = [] } = survey ?? {};
  const isTranslated = areTranslations(translations) && (isText(survey?.language) || translations.length === 0);
  if (!isInFormat || !isTranslated || (isWithAlt && !isText(survey.imageAlt)))
    throw new LedgerFlaw(ledgerFindings.damaged);
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
