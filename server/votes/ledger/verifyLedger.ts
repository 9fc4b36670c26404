import { createLedgerChecker, type LedgerCheckResult, LedgerFlaw } from "@survey-app/contract/checkLedger.ts";
import { receiptOf } from "@survey-app/contract/ledger.ts";
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
    return { isRight: false, says: [`Wrong: ${error.message}`] };
  }
}

function whatIsRight({ surveyId, votes, yes, head, found }: LedgerCheckResult): string[] {
  return [
    `Right: ${votes} votes on survey ${surveyId}, ${yes} yes and ${votes - yes} no.`,
    "Every row follows from the row before it, and the totals are those of the rows.",
    ...found.map((entry) => {
      const { n, vote, date } = entry;
      return `Receipt ${receiptOf(entry)} is that of vote ${n}, ${vote ? "yes" : "no"}, stored on ${date}.`;
    }),
    `The head is ${head}. A different head for ${votes} votes means a different ledger.`,
  ];
}
