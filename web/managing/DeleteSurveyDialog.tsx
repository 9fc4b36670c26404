import { deleteSurvey, type Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import { api } from "../api/api.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";

interface DeleteSurveyDialogProps {
  /** The survey to delete; null while the dialog is closed. */
  survey: Survey | null;
  /** Whether deleting the survey withdraws a request to become a surveyor. */
  isRequest?: boolean;
  onClose: () => void;
  /** Called after `onClose`, once the survey is deleted. */
  onDeleted?: () => void;
}

/** Asks before a survey without votes is deleted. */
export function DeleteSurveyDialog({ survey, isRequest = false, onClose, onDeleted }: DeleteSurveyDialogProps) {
  const deletion = useInvalidatingMutation(({ _id: id }: Survey) => api(deleteSurvey, { params: { id } }), ["surveys"]);
  const confirmation = useConfirmation(deletion, {
    subject: survey,
    onDone: ({ Title }) => {
      toast(isRequest ? askTexts.request.withdrawal.done : askTexts.deletion.done(Title));
      onDeleted?.();
    },
    onClose,
  });

  return (
    <ConfirmDialog
      title={isRequest ? askTexts.request.withdrawal.title : askTexts.deletion.title}
      label={isRequest ? askTexts.request.withdraw : askTexts.deletion.action}
      look="danger"
      {...confirmation}
    >
      {survey && (isRequest ? askTexts.request.withdrawal : askTexts.deletion).text(<UserText of={survey} />)}
    </ConfirmDialog>
  );
}
