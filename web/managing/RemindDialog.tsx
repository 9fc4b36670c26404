import { remindFollowers } from "@survey-app/contract/surveys/outcomes.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as outcomeTexts from "@survey-app/texts/outcomeTexts.ts";
import { api } from "../api/api.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";

interface RemindDialogProps {
  /** The survey to remind of; null while the dialog is closed. */
  survey: Survey | null;
  onClose: () => void;
}

/** Asks before an email goes to everyone who follows a survey and has not voted. */
export function RemindDialog({ survey, onClose }: RemindDialogProps) {
  const reminder = useInvalidatingMutation(
    ({ _id }: Survey) => api(remindFollowers, { params: { id: _id } }),
    ["sending"],
  );
  const confirmation = useConfirmation(reminder, {
    subject: survey,
    onDone: ({ Title }) => toast(outcomeTexts.remindDone(Title)),
    onClose,
  });

  return (
    <ConfirmDialog title={outcomeTexts.remindTitle} label={outcomeTexts.remind} {...confirmation}>
      {survey &&
        (survey.electorate === "invited" ? outcomeTexts.remindInvited : outcomeTexts.remindFollowers)(
          <UserText of={survey} />,
        )}
    </ConfirmDialog>
  );
}
