import { readReceipt } from "@survey-app/contract/ballots/ledger.ts";
import { LedgerBehind, LedgerOpened, ReceiptMissing } from "@survey-app/contract/results/checkLedger.ts";
import { LedgerFlaw } from "@survey-app/contract/results/ledgerPage.ts";
import * as receiptTexts from "@survey-app/texts/receiptTexts.ts";

export interface Finding {
  text: string;
  /** For the technical details: what exactly was found, and what it may mean. */
  details: string[];
}

/**
 * The message for a failed check; null if the failure was not the ledger's. It reports tampering only if the ledger
 * contradicts itself or lacks the receipt that the server itself has stored, because a typed receipt can be wrong.
 * @param wrong the message for a ledger that contradicts itself
 */
export function findingOf(
  error: unknown,
  receipt: string,
  ownReceipt: string,
  wrong = receiptTexts.logIsWrong,
): Finding | null {
  if (error instanceof LedgerBehind) return { text: receiptTexts.notYet, details: [error.message] };
  if (error instanceof LedgerOpened) return { text: receiptTexts.opened, details: [error.message] };
  if (error instanceof ReceiptMissing) {
    if (!isSame(receipt, ownReceipt))
      return { text: receiptTexts.notFound, details: [error.message, receiptTexts.howToProve] };
    return error.isBeyondEnd
      ? { text: receiptTexts.notYet, details: [error.message] }
      : { text: receiptTexts.ownIsMissing, details: [error.message] };
  }
  if (error instanceof LedgerFlaw) return { text: wrong, details: [error.message] };
  return null;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [readReceipt(one), readReceipt(other)];
  return a !== null && b !== null && a.n === b.n && a.mark === b.mark;
}
