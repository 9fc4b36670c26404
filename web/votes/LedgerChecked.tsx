import type { LedgerCheckResult } from "@survey-app/contract/checkLedger.ts";
import * as receiptTexts from "../texts/receiptTexts.ts";
import { Icon } from "../ui/Icon.tsx";
import { wordOf } from "./choices.ts";

/** A ledger that passed the check: the vote of the receipt, or all votes without a receipt. */
export function LedgerChecked({ checked: { votes, yes, found } }: { checked: LedgerCheckResult }) {
  const [own] = found;
  return (
    <p className="flex gap-2 rounded-xl border border-yes/40 px-5 py-4 font-semibold">
      <Icon name="check" />
      <span>{own ? receiptTexts.counted(wordOf(own.vote), own.n, votes) : receiptTexts.complete(votes, yes)}</span>
    </p>
  );
}
