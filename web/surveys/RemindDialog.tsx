import { remindFollowers } from "@survey-app/contract/outcomes.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { useMutation } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import * as outcomeTexts from "../texts/outcomeTexts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";

interface RemindDialogProps {
  /** The survey to remind of; null while the dialog is closed. */
  survey: Survey | null;
  onClose: () => void;
}

/** Asks before an email goes to everyone who follows a survey and has not voted. */
export function RemindDialog({ survey, onClose }: RemindDialogProps) {
  const reminder = useMutation({ mutationFn: ({ _id }: Survey) => api(remindFollowers, { params: { id: _id } }) });

  function close() {
    reminder.reset();
    onClose();
  }

  function confirm() {
    if (!survey || reminder.isPending) return;
    reminder.mutate(survey, {
      onSuccess: () => {
        toast(outcomeTexts.remindDone(survey.Title));
        close();
      },
    });
  }

  return (
    <ConfirmDialog
      title={outcomeTexts.remindTitle}
      isOpen={survey !== null}
      isBusy={reminder.isPending}
      failure={reminder.error && failureOf(reminder.error).text}
      label={outcomeTexts.remind}
      onConfirm={confirm}
      onClose={close}
    >
      {survey && outcomeTexts.remindText(survey.Title, survey.electorate)}
    </ConfirmDialog>
  );
}
