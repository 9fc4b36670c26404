import type { Invitation, IssuedCode } from "@survey-app/contract/invitations/invitations.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { useReissue } from "./invitations.queries.ts";
import { personOf } from "./personOf.ts";

interface ReissueDialogProps {
  surveyId: string;
  /** The invitation to replace; null closes the dialog. */
  invitation: Invitation | null;
  onCodes: (codes: IssuedCode[]) => void;
  onClose: () => void;
}

/** Asks before a link or code is replaced, which ends the present one. */
export function ReissueDialog({ surveyId, invitation, onCodes, onClose }: ReissueDialogProps) {
  const confirmation = useConfirmation(useReissue(surveyId), {
    subject: invitation,
    onDone: (reissued, { code }) => {
      if (code === null) toast(invitationTexts.reissued(personOf(reissued)));
      else onCodes([{ invitationId: reissued._id, label: reissued.label, code }]);
    },
    onClose,
  });
  const isCode = invitation?.email === null;
  return (
    <ConfirmDialog
      title={isCode ? invitationTexts.reissueCodeTitle : invitationTexts.reissueTitle}
      label={isCode ? invitationTexts.reissueCode : invitationTexts.reissue}
      {...confirmation}
    >
      {invitation && (isCode ? invitationTexts.reissueCodeText : invitationTexts.reissueText)(personOf(invitation))}
    </ConfirmDialog>
  );
}
