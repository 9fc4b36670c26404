import { PUBLISHED, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import { resolveReports } from "@survey-app/contract/votes/votes.ts";
import * as reportTexts from "@survey-app/texts/reportTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { PagedList } from "../api/PagedList.tsx";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Select } from "../ui/Select.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { type ReportOrder, reportsOn } from "./collected.queries.ts";
import { ReportItem } from "./ReportItem.tsx";

interface ReportsDialogProps {
  /** The survey whose reports are shown; null closes the dialog. */
  survey: Survey | null;
  onClose: () => void;
  onUnpublish: (survey: Survey) => void;
}

/** The reports on a survey and an admin's options: unpublish the survey, settle single reports, or dismiss all. */
export function ReportsDialog({ survey, onClose, onUnpublish }: ReportsDialogProps) {
  /** The reports that this admin has settled one by one since the dialog was opened. */
  const [settled, setSettled] = useState(0);
  const settle = useInvalidatingMutation(
    ({ _id: id, reportsVersion = 0 }: Survey) =>
      // Each report that was settled here has changed the version by one.
      api(resolveReports, { params: { id }, query: { version: reportsVersion + settled } }),
    ["notices"],
    ["surveys"],
  );
  const [asks, setAsks] = useState(false);
  const count = Math.max(0, (survey?.openReports ?? 0) - settled);

  function close() {
    setAsks(false);
    setSettled(0);
    settle.reset();
    onClose();
  }

  function confirm() {
    const onSuccess = () => {
      toast(reportTexts.dismissed);
      close();
    };
    if (survey) settle.mutate(survey, { onSuccess });
  }

  return (
    <Dialog
      title={asks ? reportTexts.dismissTitle(count) : reportTexts.toReview(count)}
      isOpen={survey !== null}
      isWide
      onClose={close}
      actions={
        asks ? (
          <>
            <Button look="plain" onClick={() => setAsks(false)}>
              {reportTexts.back}
            </Button>
            <ActionButton busy={settle.isPending} again={uiTexts.pressAgain} onClick={confirm}>
              {uiTexts.confirm}
            </ActionButton>
          </>
        ) : (
          <>
            <Button look="plain" onClick={close}>
              {uiTexts.close}
            </Button>
            {survey?.status === PUBLISHED && (
              <Button look="quiet" onClick={() => onUnpublish(survey)}>
                {reportTexts.unpublish}
              </Button>
            )}
            {count > 0 && (
              <Button look="quiet" onClick={() => setAsks(true)}>
                {reportTexts.dismissAll}
              </Button>
            )}
          </>
        )
      }
    >
      {survey && <UserText of={survey} as="p" className="font-semibold" />}
      {asks && <p className="text-muted">{reportTexts.dismissText}</p>}
      {settle.error && <ErrorPanel {...failureOf(settle.error)} />}
      {survey && !asks && <ReportList surveyId={survey._id} onSettled={() => setSettled((before) => before + 1)} />}
    </Dialog>
  );
}

const orders = [
  { value: "open.newest", label: reportTexts.orders.openNewest },
  { value: "open.oldest", label: reportTexts.orders.openOldest },
  { value: "all.newest", label: reportTexts.orders.allNewest },
  { value: "all.oldest", label: reportTexts.orders.allOldest },
] as const satisfies { value: ReportOrder; label: string }[];

interface ReportListProps {
  surveyId: string;
  /** Called after one of the reports was settled. */
  onSettled: () => void;
}

/** The reports on a survey, sorted, each with the buttons to settle it. */
function ReportList({ surveyId, onSettled }: ReportListProps) {
  const [order, setOrder] = useState<ReportOrder>("open.newest");
  const query = useInfiniteQuery(reportsOn(surveyId, order));
  return (
    <div className="space-y-4">
      <Select
        label={reportTexts.show}
        value={order}
        options={orders}
        onChange={(value) => setOrder(value as ReportOrder)}
      />
      <PagedList query={query} empty={<p className="text-muted">{reportTexts.none}</p>}>
        {(reports) => (
          <ul className="divide-y divide-line border-y border-line">
            {reports.map((report) => (
              <ReportItem key={report._id} report={report} onSettled={onSettled} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}
