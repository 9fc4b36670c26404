import type { Invitation, IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { useReissue } from "./invitations.queries.ts";
import type { ListHolder } from "./listHolder.ts";
import { personOf } from "./personOf.ts";

interface ReissueDialogProps {
  holder: ListHolder;
  /** The invitation to replace; null closes the dialog. */
  invitation: Invitation | null;
  onCodes: (codes: IssuedCode[]) => void;
  onClose: () => void;
}

/** Asks before a link or code is replaced, which ends the present one. */
export function ReissueDialog({ holder, invitation, onCodes, onClose }: ReissueDialogProps) {
  const confirmation = useConfirmation(useReissue(holder._id), {
    subject: invitation,
    onDone: (reissued, { code }) => {
      if (code === null) toast(invitationTexts.reissued(personOf(reissued)));
      else onCodes([{ invitationId: reissued._id, label: reissued.label, code }]);
    },
    onClose,
  });
  const isCode = invitation?.email === null;
  const textOf = holder.replaceText ?? (isCode ? invitationTexts.reissueCodeText : invitationTexts.reissueText);
  return (
    <ConfirmDialog
      title={isCode ? invitationTexts.reissueCodeTitle : invitationTexts.reissueTitle}
      label={isCode ? invitationTexts.reissueCode : invitationTexts.reissue}
      {...confirmation}
    >
      {invitation && textOf(personOf(invitation))}
    </ConfirmDialog>
  );
}
