import type { Invitation } from "@survey-app/contract/invitations/invitations.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useForm } from "../api/useForm.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useCorrectAddress } from "./invitations.queries.ts";
import { personOf } from "./personOf.ts";

interface CorrectDialogProps {
  surveyId: string;
  /** The invitation whose address doesn't exist; null closes the dialog. */
  invitation: Invitation | null;
  onClose: () => void;
}

/** Corrects an address that doesn't exist, and sends the link there. */
export function CorrectDialog({ surveyId, invitation, onClose }: CorrectDialogProps) {
  return (
    <Dialog title={invitationTexts.correct} isOpen={invitation !== null} onClose={onClose}>
      {invitation && <AddressForm surveyId={surveyId} invitation={invitation} onClose={onClose} />}
    </Dialog>
  );
}

function AddressForm({ surveyId, invitation, onClose }: CorrectDialogProps & { invitation: Invitation }) {
  const correction = useCorrectAddress(surveyId);
  const form = useForm({
    initial: { email: invitation.email ?? "" },
    check: ({ email }): { email?: string } => (email.trim() === "" ? { email: formErrors.email.required } : {}),
    send: async ({ email }) => {
      await correction.mutateAsync({ invitation: invitation._id, email });
      onClose();
      toast(invitationTexts.reissued(personOf({ ...invitation, email })));
    },
  });
  return (
    <form {...form.props} className="space-y-5">
      <p className="text-muted">{invitationTexts.correctText}</p>
      {form.problem && <ErrorPanel text={form.problem} />}
      <TextField label={invitationTexts.correctedAddress} type="email" autoComplete="off" {...form.field("email")} />
      <FormActions label={invitationTexts.correct} isBusy={form.isBusy} onCancel={onClose} />
    </form>
  );
}
