import type { Invitation } from "@survey-app/contract/invitations.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { failureOf } from "../api/failure.ts";
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
  const remove = useRemoveInvitation(survey._id);
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

  function close() {
    remove.reset();
    onClose();
  }

  function confirm() {
    if (!invitation || remove.isPending) return;
    const person = personOf(invitation);
    remove.mutate(invitation, {
      onSuccess: () => {
        toast(texts.done(person));
        close();
        onRemoved();
      },
    });
  }

  return (
    <ConfirmDialog
      title={texts.title}
      isOpen={invitation !== null}
      isBusy={remove.isPending}
      failure={remove.error && failureOf(remove.error).text}
      label={texts.label}
      onConfirm={confirm}
      onClose={close}
    >
      {invitation && texts.text(personOf(invitation))}
    </ConfirmDialog>
  );
}
