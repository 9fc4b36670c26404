import * as ownersTexts from "@survey-app/texts/ownersTexts.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { type SharedSurvey, useLeave } from "./owners.queries.ts";

interface LeaveDialogProps {
  /** The survey to leave; null while the dialog is closed. */
  survey: SharedSurvey | null;
  onClose: () => void;
  onLeft: () => void;
}

/** Asks before a co-owner leaves a survey. */
export function LeaveDialog({ survey, onClose, onLeft }: LeaveDialogProps) {
  const confirmation = useConfirmation(useLeave(), {
    subject: survey,
    onDone: ({ Title }) => {
      toast(ownersTexts.left(Title));
      onLeft();
    },
    onClose,
  });
  return (
    <ConfirmDialog title={ownersTexts.leaveTitle} label={ownersTexts.leave} look="danger" {...confirmation}>
      {survey && ownersTexts.leaveText(<UserText of={survey} />)}
    </ConfirmDialog>
  );
}
