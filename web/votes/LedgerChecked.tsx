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
      <Icon name={checked.found[0]?.replacedBy ? "clock" : "check"} />
      <span>{whatIsRight(checked)}</span>
    </p>
  );
}

function whatIsRight(checked: LedgerCheckResult): string {
  const {
    rows,
    participants,
    totals,
    found: [own],
    isWithoutRows,
    end,
  } = checked;
  if (isWithoutRows && end !== null)
    return totals
      ? receiptTexts.numbersRight(totalsText(totals, formatCount))
      : receiptTexts.numbersRightFew(participants);
  if (own?.replacedBy) return receiptTexts.replaced(own.n, own.replacedBy, rows);
  if (own)
    return own.vote === undefined
      ? receiptTexts.countedSealed(own.n, rows)
      : receiptTexts.counted(wordOf(own.vote), own.n, rows);
  return totals
    ? receiptTexts.complete(participants, totalsText(totals, formatCount))
    : receiptTexts.completeSealed(participants);
}
