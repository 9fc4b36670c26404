import { personName } from "@survey-app/contract/users/personName.ts";
import { type Report, type ReportOutcome, settleReport } from "@survey-app/contract/votes/votes.ts";
import * as reportTexts from "@survey-app/texts/reportTexts.ts";
import * as reviewTexts from "@survey-app/texts/reviewTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useId } from "react";
import { api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Day } from "../ui/Day.tsx";
import { Dot } from "../ui/Dot.tsx";
import { EmailText } from "../ui/EmailText.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FocusedGroup } from "../ui/FocusedGroup.tsx";
import { UserText } from "../ui/UserText.tsx";

interface ReportItemProps {
  report: Report;
  /** Called after this report was settled here. */
  onSettled: () => void;
}

/** One report with its author: open with the buttons to settle it, or with its outcome. */
export function ReportItem({ report, onSettled }: ReportItemProps) {
  const { inapp, userName, email, createdAt } = report;
  // The list that shows it keeps it, so that the admin sees the outcome where the buttons were.
  const settle = useInvalidatingMutation(
    (outcome: ReportOutcome) =>
      api(settleReport, { params: { id: report.surveyId, report: report._id }, body: { outcome } }),
    ["notices"],
    ["surveys"],
  );
  const id = useId();
  const outcome = settle.isSuccess ? settle.variables : report.outcome;
  const button = (wanted: ReportOutcome, label: string) => (
    <ActionButton
      look="quiet"
      small
      aria-label={reportTexts.settleName(label, userName)}
      busy={settle.isPending && settle.variables === wanted}
      disabled={settle.isPending}
      again={uiTexts.pressAgain}
      onClick={() => settle.mutate(wanted, { onSuccess: ({ modifiedCount }) => modifiedCount > 0 && onSettled() })}
    >
      {label}
    </ActionButton>
  );
  return (
    <li className="space-y-2 py-4">
      <UserText as="p" className="whitespace-pre-line">
        {inapp}
      </UserText>
      <p className="text-sm text-muted">
        {reportTexts.author(
          <UserText>{personName(userName)}</UserText>,
          <EmailText>{email}</EmailText>,
          <Day at={createdAt} />,
        )}
      </p>
      {settle.error && <ErrorPanel {...failureOf(settle.error)} />}
      {outcome ? (
        <FocusedGroup labelledBy={id} takesFocus={settle.isSuccess}>
          <p id={id}>
            <Dot tone={outcome === "upheld" ? "yes" : "quiet"}>{reviewTexts.outcomes[outcome]}</Dot>
          </p>
        </FocusedGroup>
      ) : (
        <div className="flex flex-wrap gap-3">
          {button("upheld", reportTexts.uphold)}
          {button("dismissed", reportTexts.dismiss)}
        </div>
      )}
    </li>
  );
}
