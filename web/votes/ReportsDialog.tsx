import { PUBLISHED, type Survey } from "@survey-app/contract/surveys.ts";
import { useState } from "react";
import { ApiRequestError } from "../api/api.ts";
import { frameTexts } from "../texts/frameTexts.ts";
import { plural, texts } from "../texts/texts.ts";
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
      toast(texts.reportsResolved);
      close();
    } catch {
      // The dialog shows the error.
    }
  }

  const failure =
    settle.error && (settle.error instanceof ApiRequestError ? settle.error.message : frameTexts.noConnection);
  const count = plural(survey?.openReports ?? 0, "report");
  return (
    <Dialog
      title={asks ? `Resolve ${count}?` : `${count} to review`}
      isOpen={survey !== null}
      onClose={close}
      actions={
        asks ? (
          <>
            <Button look="plain" onClick={() => setAsks(false)}>
              Back
            </Button>
            <Button busy={settle.isPending} onClick={() => void confirm()}>
              Confirm
            </Button>
          </>
        ) : (
          <>
            <Button look="plain" onClick={close}>
              Close
            </Button>
            {survey?.status === PUBLISHED && (
              <Button look="quiet" onClick={() => onUnpublish(survey)}>
                unpublish
              </Button>
            )}
            <Button onClick={() => setAsks(true)}>Resolve</Button>
          </>
        )
      }
    >
      <UserText as="p" className="font-semibold">
        {survey?.Title}
      </UserText>
      {asks && (
        <p className="text-muted">
          The reports are kept, and the survey doesn&apos;t change. It is listed as reported again when someone else
          reports it.
        </p>
      )}
      {failure && <ErrorPanel text={failure} />}
      {survey && !asks && <ReportList surveyId={survey._id} />}
    </Dialog>
  );
}
