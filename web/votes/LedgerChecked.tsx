import type { LedgerCheckResult } from "@survey-app/contract/checkLedger.ts";
import { formatCount } from "@survey-app/contract/formatCount.ts";
import { totalsText } from "@survey-app/contract/ledgerPage.ts";
import * as receiptTexts from "../texts/receiptTexts.ts";
import { Icon } from "../ui/Icon.tsx";
import { wordOf } from "./choices.ts";

/** A ledger that passed the check: the vote of the receipt, or all votes without a receipt; or only its final numbers. */
export function LedgerChecked({ checked }: { checked: LedgerCheckResult }) {
  return (
    <p className="flex gap-2 rounded-xl border border-yes/40 px-5 py-4 font-semibold">
      <Icon name="check" />
      <span>{whatIsRight(checked)}</span>
    </p>
  );
}

function whatIsRight({ votes, totals, found: [own], isWithoutRows, end, participants }: LedgerCheckResult): string {
  if (isWithoutRows && end !== null)
    return totals
      ? receiptTexts.numbersRight(totalsText(totals, formatCount))
      : receiptTexts.numbersRightFew(participants);
  if (own)
    return own.vote === undefined
      ? receiptTexts.countedSealed(own.n, votes)
      : receiptTexts.counted(wordOf(own.vote), own.n, votes);
  return totals ? receiptTexts.complete(votes, totalsText(totals, formatCount)) : receiptTexts.completeSealed(votes);
}
