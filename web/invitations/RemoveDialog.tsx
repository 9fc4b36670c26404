import type { Invitation } from "@survey-app/contract/invitations/invitations.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { useRemoveInvitation } from "./invitations.queries.ts";
import { personOf } from "./personOf.ts";

interface RemoveDialogProps {
  survey: Survey;
  /** The invitation to remove; null closes the dialog. */
  invitation: Invitation | null;
  onClose: () => void;
  /** Called after `onClose`, once the person is removed. */
  onRemoved: () => void;
}

/** Asks before a person is removed from the list. */
export function RemoveDialog({ survey, invitation, onClose, onRemoved }: RemoveDialogProps) {
  // The list is public from the first publication on, like the settings.
  const textOf = survey.settingsFixed ? invitationTexts.removeLaterText : invitationTexts.removeText;
  const confirmation = useConfirmation(useRemoveInvitation(survey._id), {
    subject: invitation,
    onDone: (removed) => {
      toast(invitationTexts.removed(personOf(removed)));
      onRemoved();
    },
    onClose,
  });
  return (
    <ConfirmDialog title={invitationTexts.removeTitle} label={invitationTexts.remove} {...confirmation}>
      {invitation && textOf(personOf(invitation))}
    </ConfirmDialog>
  );
}
