import { allowCodes } from "@survey-app/contract/invitations/invitations.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { api } from "../api/api.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";

/** A survey or a meeting. */
export interface CodeHolder extends Pick<Survey, "_id" | "Title" | "language"> {
  holder: "survey" | "meeting";
}

interface AllowCodesProps {
  /** The survey or meeting whose owner may then make codes; null while the dialog is closed. */
  of: CodeHolder | null;
  /** Tells the admin that it is done; by default with a toast. */
  onDone?: () => void;
  onClose: () => void;
}

/** Asks an admin before the owner of a confidential or secret survey or meeting may make codes. */
export function AllowCodes({ of, onDone, onClose }: AllowCodesProps) {
  const allowing = useInvalidatingMutation(
    ({ _id: id }: CodeHolder) => api(allowCodes, { params: { id } }),
    // Not the meetings: another user's, which an admin sees in part, would be loading again, and the page with it.
    ["surveys"],
    ["invitations"],
  );
  const confirmation = useConfirmation(allowing, {
    subject: of,
    onDone: onDone ?? (({ Title }) => toast(invitationTexts.codesAllowed(Title))),
    onClose,
  });
  const isMeeting = of?.holder === "meeting";
  const title = isMeeting ? hostTexts.allowCodesTitle : invitationTexts.allowCodesTitle;
  const text = isMeeting ? hostTexts.allowCodesText : invitationTexts.allowCodesText;
  return (
    <ConfirmDialog title={title} label={invitationTexts.allowCodes} {...confirmation}>
      {of && text(<UserText of={of} />)}
    </ConfirmDialog>
  );
}

/** The same for a survey in a list, or on its page. */
export const AllowCodesDialog = ({ survey, onClose }: { survey: Survey | null; onClose: () => void }) => (
  <AllowCodes of={survey && { ...survey, holder: "survey" }} onClose={onClose} />
);
