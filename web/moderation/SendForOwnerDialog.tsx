import { sendInvitations } from "@survey-app/contract/invitations/invitations.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { api } from "../api/api.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";

interface SendForOwnerDialogProps {
  /** The survey whose links to send; null while the dialog is closed. */
  survey: Survey | null;
  onClose: () => void;
}

/** Asks an admin before the links that a stopped owner did not send go out. */
export function SendForOwnerDialog({ survey, onClose }: SendForOwnerDialogProps) {
  const mutation = useInvalidatingMutation(
    ({ _id: id }: Survey) => api(sendInvitations, { params: { id } }),
    ["surveys"],
  );
  const confirmation = useConfirmation(mutation, {
    subject: survey,
    onDone: (_, { modifiedCount }) => toast(invitationTexts.sent(modifiedCount)),
    onClose,
  });

  return (
    <ConfirmDialog title={invitationTexts.sendTitle} label={invitationTexts.send} {...confirmation}>
      {survey && invitationTexts.sendForOwnerText(<UserText of={survey} />)}
    </ConfirmDialog>
  );
}
