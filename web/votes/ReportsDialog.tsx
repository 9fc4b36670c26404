import { PUBLISHED, type Survey } from "@survey-app/contract/surveys.ts";
import { useState } from "react";
import { ApiRequestError } from "../api/api.ts";
import * as frameTexts from "../texts/frameTexts.ts";
import * as reportTexts from "../texts/reportTexts.ts";
import * as uiTexts from "../texts/uiTexts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { ReportList } from "./ReportList.tsx";
import { useResolveReports } from "./useResolveReports.ts";

interface ReportsDialogProps {
  /** The survey whose reports are shown; null closes the dialog. */
  survey: Survey | null;
  onClose: () => void;
  onUnpublish: (survey: Survey) => void;
}

/** The reports on a survey and an admin's options: unpublish the survey, or resolve the reports. */
export function ReportsDialog({ survey, onClose, onUnpublish }: ReportsDialogProps) {
  const settle = useResolveReports();
  const [asks, setAsks] = useState(false);

  function close() {
    setAsks(false);
    settle.reset();
    onClose();
  }

  async function confirm() {
    if (!survey) return;
    try {
      await settle.mutateAsync(survey);
      toast(reportTexts.resolved);
      close();
    } catch {
      // The dialog shows the error.
    }
  }

  const failure =
    settle.error && (settle.error instanceof ApiRequestError ? settle.error.message : frameTexts.noConnection);
  const count = survey?.openReports ?? 0;
  return (
    <Dialog
      title={asks ? reportTexts.resolveTitle(count) : reportTexts.toReview(count)}
      isOpen={survey !== null}
      onClose={close}
      actions={
        asks ? (
          <>
            <Button look="plain" onClick={() => setAsks(false)}>
              {reportTexts.back}
            </Button>
            <Button busy={settle.isPending} onClick={() => void confirm()}>
              {uiTexts.confirm}
            </Button>
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
            <Button onClick={() => setAsks(true)}>{reportTexts.resolve}</Button>
          </>
        )
      }
    >
      <UserText as="p" className="font-semibold">
        {survey?.Title}
      </UserText>
      {asks && <p className="text-muted">{reportTexts.resolveText}</p>}
      {failure && <ErrorPanel text={failure} />}
      {survey && !asks && <ReportList surveyId={survey._id} />}
    </Dialog>
  );
}
