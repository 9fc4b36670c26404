import type { Invitation } from "@survey-app/contract/invitations/invitations.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { useRemoveInvitation } from "./invitations.queries.ts";
import type { ListHolder } from "./listHolder.ts";
import { personOf } from "./personOf.ts";

interface RemoveDialogProps {
  holder: ListHolder;
  /** The invitation to remove; null closes the dialog. */
  invitation: Invitation | null;
  onClose: () => void;
  /** Called after `onClose`, once the person is removed. */
  onRemoved: () => void;
}

/** Asks before a person is removed from the list. */
export function RemoveDialog({ holder, invitation, onClose, onRemoved }: RemoveDialogProps) {
  const confirmation = useConfirmation(useRemoveInvitation(holder._id), {
    subject: invitation,
    onDone: (removed) => {
      toast(invitationTexts.removed(personOf(removed)));
      onRemoved();
    },
    onClose,
  });
  return (
    <ConfirmDialog title={invitationTexts.removeTitle} label={invitationTexts.remove} {...confirmation}>
      {invitation && holder.removeText(personOf(invitation))}
    </ConfirmDialog>
  );
}
