import type { Survey } from "@survey-app/contract/surveys.ts";
import { failureOf } from "../api/failure.ts";
import * as ballotTexts from "../texts/ballotTexts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { SurveyTime } from "./SurveyTime.tsx";
import { useCloseSurvey } from "./useCloseSurvey.ts";

interface CloseSurveyDialogProps {
  /** The survey to close; null while the dialog is closed. */
  survey: Survey | null;
  onClose: () => void;
}

/** Asks before voting on a survey ends early. */
export function CloseSurveyDialog({ survey, onClose }: CloseSurveyDialogProps) {
  const closing = useCloseSurvey();

  function close() {
    closing.reset();
    onClose();
  }

  function confirm() {
    if (!survey || closing.isPending) return;
    closing.mutate(survey, {
      onSuccess: () => {
        toast(ballotTexts.closeDone(survey.Title));
        close();
      },
    });
  }

  return (
    <ConfirmDialog
      title={ballotTexts.closeTitle}
      isOpen={survey !== null}
      isBusy={closing.isPending}
      failure={closing.error && failureOf(closing.error).text}
      label={ballotTexts.close}
      look="danger"
      onConfirm={confirm}
      onClose={close}
    >
      {survey &&
        (survey.deadline
          ? ballotTexts.closeTextPlanned(survey.Title, <SurveyTime at={survey.deadline} edge="end" />)
          : ballotTexts.closeText(survey.Title))}
      {survey && survey.privacy !== "named" && ` ${ballotTexts.fewVotes}`}
    </ConfirmDialog>
  );
}
