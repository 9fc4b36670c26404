import type { LedgerCheckResult } from "@survey-app/contract/checkLedger.ts";
import { formatCount } from "@survey-app/contract/formatCount.ts";
import { totalsText } from "@survey-app/contract/ledgerPage.ts";
import { dayMonthYear } from "@survey-app/contract/time.ts";
import { getLedger } from "@survey-app/contract/votes.ts";
import { address } from "../api/api.ts";
import * as receiptTexts from "../texts/receiptTexts.ts";

interface TechnicalDetailsProps {
  surveyId: string;
  /** A ledger that passed the check. */
  checked: LedgerCheckResult | null;
  /** The exact error. */
  findings: readonly string[];
}

/** What a check computes, what it proves and what not, and where to download the ledger to check it independently. */
export function TechnicalDetails({ surveyId, checked, findings }: TechnicalDetailsProps) {
  return (
    <details className="text-sm text-muted">
      <summary className="font-semibold text-ink">{receiptTexts.details}</summary>
      <ul className="mt-3 list-disc space-y-2 pl-5 wrap-anywhere">
        {findings.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {checked && <Checked checked={checked} />}
        <li>{receiptTexts.proves}</li>
        <li>{receiptTexts.notProven}</li>
        <li>{receiptTexts.identifies}</li>
        <li>
          {receiptTexts.byYourself((link) => (
            <a
              href={address(getLedger, { params: { id: surveyId } })}
              target="_blank"
              rel="noreferrer"
              className="font-medium text-ink underline underline-offset-4"
            >
              {link}
            </a>
          ))}
        </li>
      </ul>
    </details>
  );
}

function Checked({ checked: { votes, totals, found, head, closed, end } }: { checked: LedgerCheckResult }) {
  return (
    <>
      <li>{totals ? receiptTexts.rows(votes, totalsText(totals, formatCount)) : receiptTexts.rowsSealed(votes)}</li>
      {found.map(({ n, date }) => (
        <li key={n}>{receiptTexts.storedOn(dayMonthYear(date, "UTC"))}</li>
      ))}
      <li>{receiptTexts.head(<code>{head}</code>)}</li>
      {closed && <li>{receiptTexts.end(dayMonthYear(closed, "UTC"), <code>{end}</code>)}</li>}
    </>
  );
}
