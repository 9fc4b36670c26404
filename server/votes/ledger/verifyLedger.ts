import { createLedgerChecker, type LedgerCheckResult, LedgerOpened } from "@survey-app/contract/checkLedger.ts";
import { checkResult, isPortableResult, type ResultCheck, UNVERIFIABLE } from "@survey-app/contract/checkResult.ts";
import { receiptOf } from "@survey-app/contract/ledger.ts";
import { LedgerFlaw, totalsText } from "@survey-app/contract/ledgerPage.ts";
import { describeOutcome } from "@survey-app/contract/outcomeText.ts";
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
 * Verifies one survey's ledger or portable result from public data, without the database.
 * @param source as for `openLedgerSource`, or a file with a portable result
 * @param receipts valid for `readReceipt`
 * @param ledger a ledger, as for `openLedgerSource`, for a portable result that doesn't contain it. @throws UnreadableLedger
 */
export async function verifyLedger(source: string, receipts: string[], ledger?: string): Promise<Verdict> {
  const { pages, ...expected } = openLedgerSource(source);
  const { value: first } = await pages.next();
  if (isPortableResult(first)) {
    if (receipts.length > 0) throw new UnreadableLedger("To look for a receipt, name the file of the ledger.");
    const ledgerPages = ledger === undefined ? undefined : openLedgerSource(ledger).pages;
    const options = { hash: sha256, pages: ledgerPages };
    return verdictOf(async () => describeCheckedFile(await checkResult(first, options)));
  }
  if (ledger !== undefined) throw new UnreadableLedger(`${source} is not the result of a survey.`);
  const check = createLedgerChecker({ hash: sha256, receipts, ...expected });
  return verdictOf(async () => {
    if (first !== undefined) await check.read(first);
    for await (const page of pages) await check.read(page);
    return describeCheckedLedger(check.end());
  });
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
    ...(end ? [`Closed on ${closed}: the end is ${end}. A different end means different final numbers.`] : []),
  ];
}

function describeCheckedFile({
  surveyId,
  participants,
  totals,
  passRule,
  head,
  rows,
  missing,
  isClosed,
}: ResultCheck): string[] {
  const { yes: yesVotes, no, unsure: unsureVotes } = totals;
  return [
    `This file is consistent: ${participants} votes on survey ${surveyId}, ${totalsText(totals)}.`,
    ...(passRule && isClosed
      ? [resultSentences.asSentence(describeOutcome({ totalVotes: yesVotes + no, yesVotes, unsureVotes, passRule }))]
      : []),
    missing > 0
      ? `The votes themselves are not in it: ${missing} rows of the ledger. Add the file of the ledger to have them recounted.`
      : rows === null
        ? "The ledger has no rows, because they could tell who voted what. It proves only that these numbers don't change."
        : "Every row of the ledger follows from the row before it, and the totals are those of the rows.",
    `Compare its head ${head} with one from an email, a feed or a printout: this file alone can't show that it is genuine.`,
    `Not checked, because it is not in the ledger: ${UNVERIFIABLE.join(", ")}.`,
  ];
}

function describeCheckedTotals({ surveyId, participants, totals, closed, end }: LedgerCheckResult): string[] {
  const people = `${formatCount(participants)} ${participants === 1 ? "person has" : "people have"}`;
  if (end === null) return [`${people} voted on survey ${surveyId}. Its ledger has no rows that could be checked.`];
  return [
    `Valid: ${people} voted on survey ${surveyId}, ${totals ? totalsText(totals) : "too few to show the result"}.`,
    "The ledger has no rows, because they could tell who voted what. It proves only that these numbers don't change.",
    `Closed on ${closed}: the end is ${end}. A different end means different final numbers.`,
  ];
}

const ANSWERS = ["no", "yes", "not sure"] as const;
