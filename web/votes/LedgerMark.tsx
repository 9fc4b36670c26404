import { markOf } from "@survey-app/contract/ledger.ts";
import type { FullSurvey } from "@survey-app/contract/surveys.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { CopyButton } from "../ui/CopyButton.tsx";

/**
 * What voters keep of a confidential or secret survey, because they get no receipt: the mark of h(0), with which its ledger begins. After the
 * close its head is the end, and the check of the result shows the mark.
 */
export function LedgerMark({ survey: { privacy, closedAt, label } }: { survey: FullSurvey }) {
  if (privacy === "named" || closedAt !== null || label.picture === undefined) return null;
  const mark = markOf(label.head);
  return (
    <div className="text-sm text-muted">
      <p className="flex flex-wrap items-center gap-x-2">
        {voteTexts.mark}
        <span className="inline-flex max-w-full items-center gap-1">
          <code translate="no" className="text-ink wrap-anywhere">
            {mark}
          </code>
          <CopyButton text={mark} label={voteTexts.copyMark} />
        </span>
      </p>
      <p>{voteTexts.markUse}</p>
    </div>
  );
}
