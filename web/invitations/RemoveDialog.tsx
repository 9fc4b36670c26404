import type { Invitation } from "@survey-app/contract/invitations.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import * as invitationTexts from "../texts/invitationTexts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { useRemoveInvitation } from "./invitations.queries.ts";
import { personOf } from "./personOf.ts";

interface RemoveDialogProps {
  survey: Survey;
  /** The invitation to remove; null closes the dialog. */
  invitation: Invitation | null;
  onClose: () => void;
  /** Called after `onClose`, once the person is removed or struck. */
  onRemoved: () => void;
}

/** Asks before a person is removed from the list, or struck from it once the survey was published. */
export function RemoveDialog({ survey, invitation, onClose, onRemoved }: RemoveDialogProps) {
  const texts = survey.settingsFixed
    ? {
        title: invitationTexts.strikeTitle,
        text: invitationTexts.strikeText,
        label: invitationTexts.strike,
        done: invitationTexts.struck,
      }
    : {
        title: invitationTexts.removeTitle,
        text: invitationTexts.removeText,
        label: invitationTexts.remove,
        done: invitationTexts.removed,
      };
  const confirmation = useConfirmation(useRemoveInvitation(survey._id), {
    subject: invitation,
    onDone: (removed) => {
      toast(texts.done(personOf(removed)));
      onRemoved();
    },
    onClose,
  });
  return (
    <ConfirmDialog title={texts.title} label={texts.label} {...confirmation}>
      {invitation && texts.text(personOf(invitation))}
    </ConfirmDialog>
  );
}
