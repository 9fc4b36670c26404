import type { LedgerCheckResult } from "@survey-app/contract/checkLedger.ts";
import { formatCount } from "@survey-app/contract/formatCount.ts";
import { dayMonthYear } from "@survey-app/contract/time.ts";
import { getLedger } from "@survey-app/contract/votes.ts";
import { address } from "../api/api.ts";
import { plural } from "../texts/texts.ts";

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
      <summary className="font-semibold text-ink">Technical details</summary>
      <ul className="mt-3 list-disc space-y-2 pl-5 wrap-anywhere">
        {findings.map((text) => (
          <li key={text}>{text}</li>
        ))}
        {checked && (
          <>
            <li>
              {plural(checked.votes, "vote")}, {formatCount(checked.yes)} yes and{" "}
              {formatCount(checked.votes - checked.yes)} no: every row of the log follows from the row before it, and
              they make the totals shown.
            </li>
            {checked.found.map(({ n, date }) => (
              <li key={n}>Your vote was stored on {dayMonthYear(date, "UTC")}.</li>
            ))}
            <li>
              Head of the log, to compare with others: <code>{checked.head}</code>
            </li>
          </>
        )}
        <li>
          A code that is found proves that no vote up to yours was changed, removed or inserted since you got it: each
          row's hash is computed from all rows before it, and your code is the beginning of one.
        </li>
        <li>It doesn't prove that the voters are real or different people.</li>
        <li>
          It doesn't prove that everybody is shown the same log. A person who sees another head for the same number of
          votes was shown another log.
        </li>
        <li>A person who sees your code can find your row, and so your vote.</li>
        <li>
          You can check without trusting this page: download{" "}
          <a
            href={address(getLedger, { params: { id: surveyId } })}
            target="_blank"
            rel="noreferrer"
            className="font-medium text-ink underline underline-offset-4"
          >
            the log
          </a>{" "}
          and recompute every row with sha256sum.
        </li>
      </ul>
    </details>
  );
}
