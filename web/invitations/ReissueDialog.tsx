import type { Invitation, IssuedCode } from "@survey-app/contract/invitations.ts";
import { failureOf } from "../api/failure.ts";
import * as invitationTexts from "../texts/invitationTexts.ts";
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
  const reissue = useReissue(surveyId);

  function close() {
    reissue.reset();
    onClose();
  }

  function confirm() {
    if (!invitation || reissue.isPending) return;
    const person = personOf(invitation);
    reissue.mutate(invitation, {
      onSuccess: ({ code }) => {
        if (code === null) toast(invitationTexts.reissued(person));
        else onCodes([{ invitationId: invitation._id, label: invitation.label, code }]);
        close();
      },
    });
  }

  const isCode = invitation?.email === null;
  return (
    <ConfirmDialog
      title={isCode ? invitationTexts.reissueCodeTitle : invitationTexts.reissueTitle}
      isOpen={invitation !== null}
      isBusy={reissue.isPending}
      failure={reissue.error && failureOf(reissue.error).text}
      label={isCode ? invitationTexts.reissueCode : invitationTexts.reissue}
      onConfirm={confirm}
      onClose={close}
    >
      {invitation && (isCode ? invitationTexts.reissueCodeText : invitationTexts.reissueText)(personOf(invitation))}
    </ConfirmDialog>
  );
}
