import { allowCodes } from "@survey-app/contract/invitations/invitations.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { api } from "../api/api.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";

interface AllowCodesDialogProps {
  /** The survey whose owner may then make codes; null while the dialog is closed. */
  survey: Survey | null;
  onClose: () => void;
}

/** Asks an admin before the owner of a confidential or secret survey may make codes. */
export function AllowCodesDialog({ survey, onClose }: AllowCodesDialogProps) {
  const allowing = useInvalidatingMutation(
    ({ _id: id }: Survey) => api(allowCodes, { params: { id } }),
    ["surveys"],
    ["invitations"],
  );
  const confirmation = useConfirmation(allowing, {
    subject: survey,
    onDone: ({ Title }) => toast(invitationTexts.codesAllowed(Title)),
    onClose,
  });
  return (
    <ConfirmDialog title={invitationTexts.allowCodesTitle} label={invitationTexts.allowCodes} {...confirmation}>
      {survey && invitationTexts.allowCodesText(<UserText of={survey} />)}
    </ConfirmDialog>
  );
}
