import { markOf } from "@survey-app/contract/ballots/ledger.ts";
import type { LedgerCheckResult } from "@survey-app/contract/results/checkLedger.ts";
import { totalsText } from "@survey-app/contract/results/ledgerPage.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { dayMonthYear } from "@survey-app/contract/text/time.ts";
import { getLedger } from "@survey-app/contract/votes/votes.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import * as receiptTexts from "@survey-app/texts/receiptTexts.ts";
import { address } from "../api/api.ts";

interface TechnicalDetailsProps {
  survey: Survey;
  /** A ledger that passed the check. */
  checked: LedgerCheckResult | null;
  /** The exact error. */
  findings: readonly string[];
}

/**
 * An explanation of a check: what it computes, what it proves and what not, and where to download the ledger to check
 * it independently.
 */
export function TechnicalDetails({ survey, checked, findings }: TechnicalDetailsProps) {
  const isNamed = survey.privacy === "named";
  const byYourself = isNamed ? receiptTexts.byYourself : receiptTexts.numbersByYourself;
  return (
    <details className="text-sm text-muted">
      <summary className="font-semibold text-ink">{receiptTexts.details}</summary>
      <ul className="mt-3 list-disc space-y-2 ps-5 wrap-anywhere">
        {findings.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {checked && <Checked checked={checked} isNamed={isNamed} />}
        <li>{isNamed ? receiptTexts.proves : receiptTexts.provesNumbers}</li>
        <li>{isNamed ? receiptTexts.notProven : receiptTexts.numbersNotProven}</li>
        {isNamed && <li>{receiptTexts.identifies}</li>}
        <li>
          {byYourself((link) => (
            <a
              href={address(getLedger, { params: { id: survey._id } })}
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

function Checked({ checked, isNamed }: { checked: LedgerCheckResult; isNamed: boolean }) {
  const { asks, rows, participants, totals, found, head, closed, end } = checked;
  const format = <li>{asks ? receiptTexts.format3 : receiptTexts.format2}</li>;
  const finalEnd = closed && (
    <li>{receiptTexts.end(dayMonthYear(closed, "UTC"), <code translate="no">{end}</code>)}</li>
  );
  if (!isNamed)
    return (
      <>
        {format}
        {asks && <li>{receiptTexts.mark(markOf(head))}</li>}
        {finalEnd}
      </>
    );
  return (
    <>
      {format}
      <li>
        {totals
          ? receiptTexts.rows(participants, totalsText(totals, formatCount))
          : receiptTexts.rowsSealed(participants)}
      </li>
      {rows > participants && <li>{receiptTexts.changes(rows - participants)}</li>}
      {found.map(({ n, date }) => (
        <li key={n}>{receiptTexts.storedOn(dayMonthYear(date, "UTC"))}</li>
      ))}
      <li>{receiptTexts.head(<code translate="no">{head}</code>)}</li>
      {finalEnd}
    </>
  );
}
