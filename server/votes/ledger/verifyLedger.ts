import { createLedgerChecker, type LedgerCheckResult, LedgerOpened } from "@survey-app/contract/checkLedger.ts";
import { plural } from "@survey-app/contract/formatCount.ts";
import { receiptOf } from "@survey-app/contract/ledger.ts";
import { LedgerFlaw, totalsText } from "@survey-app/contract/ledgerPage.ts";
import { sha256 } from "../../database/voteChain.ts";
import { openLedgerSource } from "./ledgerSource.ts";

/**
 * Verifies one survey's ledger from public data, without the database.
 * @param source as for `openLedgerSource`
 * @param receipts valid for `readReceipt`
 * @returns the result as sentences, one a line. @throws UnreadableLedger
 */
export async function verifyLedger(source: string, receipts: string[]): Promise<{ isRight: boolean; says: string[] }> {
  const { answers, ...expected } = openLedgerSource(source);
  const check = createLedgerChecker({ hash: sha256, receipts, ...expected });
  try {
    for await (const answer of answers) await check.read(answer);
    return { isRight: true, says: whatIsRight(check.end()) };
  } catch (error) {
    if (!(error instanceof LedgerFlaw)) throw error;
    const verdict = error instanceof LedgerOpened ? "Not checked" : "Wrong";
    return { isRight: false, says: [`${verdict}: ${error.message}`] };
  }
}

function whatIsRight(checked: LedgerCheckResult): string[] {
  const { surveyId, rows, participants, totals, head, closed, end, found } = checked;
  if (checked.isWithoutRows) return whatIsRightWithoutRows(checked);
  const changes = rows - participants;
  return [
    `Right: ${participants} votes on survey ${surveyId}, ${totals ? totalsText(totals) : "still sealed"}.`,
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

function whatIsRightWithoutRows({ surveyId, participants, totals, closed, end }: LedgerCheckResult): string[] {
  const people = plural(participants, "person has", "people have");
  if (end === null) return [`${people} voted on survey ${surveyId}. Its ledger has no rows that could be checked.`];
  return [
    `Right: ${people} voted on survey ${surveyId}, ${totals ? totalsText(totals) : "too few to show the result"}.`,
    "The ledger has no rows, because they could tell who voted what. It proves only that these numbers don't change.",
    `Closed on ${closed}: the end is ${end}. A different end means different final numbers.`,
  ];
}

const ANSWERS = ["no", "yes", "not sure"] as const;
