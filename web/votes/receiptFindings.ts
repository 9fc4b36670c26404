import { LedgerBehind, LedgerFlaw, ReceiptMissing } from "@survey-app/contract/checkLedger.ts";
import { readReceipt } from "@survey-app/contract/ledger.ts";

export interface Finding {
  text: string;
  /** For the technical details: what exactly was found, and what it may mean. */
  details: string[];
}

/**
 * The message for a failed check; null if the failure was not the ledger's. It reports tampering only if the ledger
 * contradicts itself or lacks the receipt that the server itself has stored, because a typed receipt can be wrong.
 */
export function findingOf(error: unknown, receipt: string, ownReceipt: string): Finding | null {
  if (error instanceof LedgerBehind) return { text: NOT_YET, details: [error.message] };
  if (error instanceof ReceiptMissing) {
    if (!isSame(receipt, ownReceipt)) return { text: NOT_FOUND, details: [error.message, HOW_TO_PROVE] };
    return error.isBeyondEnd
      ? { text: NOT_YET, details: [error.message] }
      : { text: OWN_IS_MISSING, details: [error.message] };
  }
  if (error instanceof LedgerFlaw) return { text: LOG_IS_WRONG, details: [error.message] };
  return null;
}

export const NOT_A_RECEIPT = "That doesn't look like a receipt. Example: 39-a1f2-8f86-bf44-7fd3";

const NOT_FOUND = "We couldn't find this code. Check for typos, and that it's for this survey.";
const NOT_YET = "The log doesn't have the newest votes yet. Try again in a moment.";
const OWN_IS_MISSING =
  "Your vote is stored with this code, but the survey's log doesn't have it. The log was changed after you voted. Keep the code, and show it to others.";
const LOG_IS_WRONG =
  "The survey's log contradicts itself, so it was changed or damaged. Keep your code, and show it to others.";
const HOW_TO_PROVE =
  "A log that was rewritten after you voted would look the same. You can prove that if the code is exactly the one that this survey's page gave you: copy it instead of typing it, check again, and keep it with a copy of the log, so that others can repeat the check.";

function isSame(one: string, other: string): boolean {
  const [a, b] = [readReceipt(one), readReceipt(other)];
  return a !== null && b !== null && a.n === b.n && a.mark === b.mark;
}
