import { type Asks, type LedgerTotals, notesText, receiptOf } from "@survey-app/contract/ballots/ledger.ts";
import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import { createLedgerChecker, type LedgerCheckResult, LedgerOpened } from "@survey-app/contract/results/checkLedger.ts";
import { checkRecord, isPortableRecord, type RecordCheck } from "@survey-app/contract/results/checkRecord.ts";
import { checkResult, isPortableResult, type ResultCheck } from "@survey-app/contract/results/checkResult.ts";
import { LedgerFlaw, totalsText } from "@survey-app/contract/results/ledgerPage.ts";
import { describeFinal } from "@survey-app/contract/results/passedText.ts";
import { askedText } from "@survey-app/contract/surveys/askedText.ts";
import { getSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as ledgerFindings from "@survey-app/texts/ledgerFindings.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import { sha256 } from "../../ballots/voteChain.ts";
import { counted } from "../../words/counted.ts";
import { openLedgerSource, UnreadableLedger } from "./ledgerSource.ts";

/** The result of a check; `lines` says in sentences what was checked, or the first error. */
export interface Verdict {
  isValid: boolean;
  lines: string[];
}

/**
 * Verifies one survey's ledger or portable result, or the record of a meeting, from public data, without the database.
 * @param source as for `openLedgerSource`, or a file with a portable result or record
 * @param receipts valid for `readReceipt`
 * @param ledger a ledger, as for `openLedgerSource`, for a portable result that doesn't contain it. @throws
 *   UnreadableLedger
 */
export async function verifyLedger(source: string, receipts: string[], ledger?: string): Promise<Verdict> {
  const { pages, readSurvey, ...expected } = openLedgerSource(source);
  const { value: first } = await pages.next();
  if (isPortableResult(first)) {
    if (receipts.length > 0) throw new UnreadableLedger("To look for a receipt, name the file of the ledger.");
    const ledgerPages = ledger === undefined ? undefined : openLedgerSource(ledger).pages;
    const options = { hash: sha256, pages: ledgerPages };
    return verdictOf(async () => describeCheckedFile(await checkResult(first, options)));
  }
  if (isPortableRecord(first)) {
    if (receipts.length > 0) throw new UnreadableLedger("To look for a receipt, name the ledger of one question.");
    return verdictOf(async () => describeCheckedRecord(await checkRecord(first, { hash: sha256 })));
  }
  if (ledger !== undefined) throw new UnreadableLedger(`${source} is not the result of a survey.`);
  const check = createLedgerChecker({ hash: sha256, receipts, ...expected });
  return verdictOf(async () => {
    if (first !== undefined) await check.read(first);
    for await (const page of pages) await check.read(page);
    const checked = check.end();
    const lines = describeCheckedLedger(checked);
    return checked.asks && readSurvey ? [...lines, describeShown(await readSurvey(), checked.asks, checked)] : lines;
  });
}

/**
 * Compares the question and the notes that the survey's page shows with those that its ledger stands for.
 * @throws LedgerFlaw
 */
function describeShown(survey: unknown, asks: Asks, { closing }: Pick<LedgerCheckResult, "closing">): string {
  const { data } = getSurvey.response.safeParse(survey);
  const { picture, passRule = null } = data?.label ?? {};
  if (!data || picture === undefined) throw new UnreadableLedger("The survey itself can't be read.");
  const notes = closing && closing.notes > 0 ? sha256(notesText(data.notes.slice(0, closing.notes))) : null;
  if (sha256(askedText(data, { picture, passRule })) !== asks.question || notes !== (closing?.notesHash ?? null))
    throw new LedgerFlaw(ledgerFindings.pageQuestion);
  // As JSON: the text of a stranger could imitate this program's lines.
  return `The page shows this question, with its translations, picture and pass rule as the ledger begins with them: ${JSON.stringify(data.Title)}`;
}

async function verdictOf(work: () => Promise<string[]>): Promise<Verdict> {
  try {
    return { isValid: true, lines: await work() };
  } catch (error) {
    if (!(error instanceof LedgerFlaw)) throw error;
    const verdict = error instanceof LedgerOpened ? "Not checked" : "Invalid";
    return { isValid: false, lines: [`${verdict}: ${error.message}`] };
  }
}

function describeCheckedLedger(checked: LedgerCheckResult): string[] {
  const { surveyId, rows, participants, totals, head, closed, end, found } = checked;
  if (checked.isWithoutRows) return describeCheckedTotals(checked);
  const changes = rows - participants;
  return [
    describeFormat(checked, closed !== null),
    `Valid: ${counted(participants, "vote")} on survey ${surveyId}, ${totals ? totalsText(totals) : "still sealed"}.`,
    ...(changes > 0 ? [`People changed their votes ${changes} times; only the last vote of each counts.`] : []),
    totals
      ? "Every row follows from the row before it, and the totals are those of the rows."
      : "Every row follows from the row before it. Its answer can be checked when voting has ended.",
    ...found.map((entry) => {
      const { n, vote, date, replacedBy } = entry;
      const answer = vote === undefined ? (totals ? "sealed for good" : "still sealed") : ANSWERS[vote];
      const change = replacedBy === null ? "" : ` It was changed, and doesn't count: vote ${replacedBy} replaces it.`;
      return `Receipt ${receiptOf(entry)} is that of vote ${n}, ${answer}, stored on ${date}.${change}`;
    }),
    `The head is ${head}. A different head for ${rows} votes means a different ledger.`,
    ...describeAsks(checked),
    ...(end ? [`Closed on ${closed}: the end is ${end}. A different end means different final numbers.`] : []),
  ];
}

/** The format of a ledger, and what its heads don't stand for. */
function describeFormat({ asks, closing }: Pick<LedgerCheckResult, "asks" | "closing">, isClosed: boolean): string {
  const ofQuestion = "the question with its picture and pass rule";
  if (asks === null)
    return `Ledger format 2: no head and no receipt stands for ${ofQuestion}, for who could vote and how, or for the close.`;
  const stands = `Ledger format 3: its heads stand for ${ofQuestion}, and for who can vote and how`;
  if (!isClosed) return `${stands}; not yet for how the survey is closed.`;
  if (closing === null)
    return `${stands}; not for how the survey was closed, its notes and its list, because version 1.0 closed it.`;
  return `${stands}; the end also for the close, the notes and the list. They stand for no names and no comments.`;
}

/** Lines about the beginning of a ledger: its question and its settings. */
function describeAsks({ asks }: Pick<LedgerCheckResult, "asks">): string[] {
  if (asks === null) return [];
  const { question, electorate, privacy, results, changeable, unsure } = asks;
  const settings = [electorate, privacy, results, changeable && "changeable", unsure && "unsure"]
    .filter(Boolean)
    .join(", ");
  return [`It begins with the question whose hash is ${question}, and with how people vote: ${settings}.`];
}

function describeCheckedFile(checked: ResultCheck): string[] {
  const { surveyId, title, participants, totals, passRule, head, questionHash } = checked;
  const { asks, unverifiable, rows, missing, isClosed } = checked;
  return [
    checked.format === 3 && asks === null
      ? "Ledger format 3: without its rows nothing shows yet that its head stands for the question. Add the file of the ledger."
      : describeFormat(checked, isClosed),
    `This file is consistent: ${participants} votes on survey ${surveyId}, ${totals ? totalsText(totals) : "too few to show the result"}.`,
    // As JSON: the text of a stranger could imitate this program's lines.
    `The question: ${JSON.stringify(title)}`,
    ...(passRule && totals && isClosed ? [describeByItsRule(passRule, totals)] : []),
    missing > 0
      ? `The votes themselves are not in it: ${missing} rows of the ledger. Add the file of the ledger to have them recounted.`
      : rows === null
        ? "The ledger has no rows, because they could tell who voted what. It proves only that these numbers don't change."
        : "Every row of the ledger follows from the row before it, and the totals are those of the rows.",
    `Compare its head ${head} with one from an email, a feed or a printout: this file alone can't show that it is genuine.`,
    ...(checked.format === 2 ? [`Compare the question's hash, too: ${questionHash}.`] : []),
    `Not checked, because the head does not stand for it: ${unverifiable.join(", ")}.`,
  ];
}

function describeCheckedRecord({ name, isEnded, questions, unverifiable }: RecordCheck): string[] {
  return [
    // As JSON: the texts of strangers could imitate this program's lines.
    `This record is consistent: ${counted(questions.length, "question")} of the meeting ${JSON.stringify(name)}, which ${isEnded ? "has ended" : "is still running"}.`,
    "Each ledger begins with the end of the ledger before it, and follows from its own rows, where it has some.",
    ...questions.map(({ n, head, result }) => {
      if (result === null)
        return `${n}. not in this file, which says that an admin took it down; it ended with ${head}.`;
      const { title, participants, totals, passRule } = result;
      const said = `${participants} votes, ${totals ? totalsText(totals) : "too few to show the result"}`;
      const verdict = passRule && totals ? ` ${describeByItsRule(passRule, totals)}` : "";
      return `${n}. ${JSON.stringify(title)}: ${said}.${verdict} It ends with ${head}.`;
    }),
    "Compare the last head with one from the email at the end of the meeting, or from a printout: this file alone can't show that it is genuine.",
    `Not checked, because no head stands for it: ${unverifiable.join(", ")}.`,
  ];
}

function describeByItsRule(passRule: PassRule, { yes: yesVotes, no, unsure: unsureVotes }: LedgerTotals): string {
  return resultSentences.asSentence(describeFinal({ totalVotes: yesVotes + no, yesVotes, unsureVotes, passRule }));
}

function describeCheckedTotals(checked: LedgerCheckResult): string[] {
  const { surveyId, participants, totals, head, closed, end } = checked;
  const people = `${formatCount(participants)} ${participants === 1 ? "person has" : "people have"}`;
  const format = describeFormat(checked, closed !== null);
  if (end === null)
    return [
      format,
      `${people} voted on survey ${surveyId}. Its ledger has no rows that could be checked.`,
      `The head is ${head}. Note it: the end must follow from it.`,
      ...describeAsks(checked),
    ];
  return [
    format,
    `Valid: ${people} voted on survey ${surveyId}, ${totals ? totalsText(totals) : "too few to show the result"}.`,
    "The ledger has no rows, because they could tell who voted what. It proves only that these numbers don't change.",
    `Closed on ${closed}: the end is ${end}. A different end means different final numbers.`,
    ...describeAsks(checked),
  ];
}

const ANSWERS = ["no", "yes", "not sure"] as const;
