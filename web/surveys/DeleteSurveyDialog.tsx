import type { Survey } from "@survey-app/contract/surveys.ts";
import { failureOf } from "../api/failure.ts";
import * as askTexts from "../texts/askTexts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { useDeleteSurvey } from "./useDeleteSurvey.ts";

interface DeleteSurveyDialogProps {
  /** The survey to delete; null while the dialog is closed. */
  survey: Survey | null;
  /** Withdraws a request to become a surveyor, which is its survey. */
  isRequest?: boolean;
  onClose: () => void;
}

/** Asks before a survey without votes is deleted. */
export function DeleteSurveyDialog({ survey, isRequest = false, onClose }: DeleteSurveyDialogProps) {
  const deletion = useDeleteSurvey();
  const title = survey?.Title ?? "";

  function close() {
    deletion.reset();
    onClose();
  }

  function confirm() {
    if (!survey || deletion.isPending) return;
    deletion.mutate(survey, {
      onSuccess: () => {
        toast(isRequest ? askTexts.request.withdrawal.done : askTexts.deletion.done(title));
        close();
      },
    });
  }

  return (
    <ConfirmDialog
      title={isRequest ? askTexts.request.withdrawal.title : askTexts.deletion.title}
      isOpen={survey !== null}
      isBusy={deletion.isPending}
      failure={deletion.error && failureOf(deletion.error).text}
      label={isRequest ? askTexts.request.withdraw : askTexts.deletion.action}
      look="danger"
      onConfirm={confirm}
      onClose={close}
    >
      {isRequest ? askTexts.request.withdrawal.text(title) : askTexts.deletion.text(title)}
    </ConfirmDialog>
  );
}
