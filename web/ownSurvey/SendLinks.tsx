import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import { useState } from "react";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useSendInvitations } from "../invitations/invitations.queries.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";

/** Sends the links to the people on the list who don't have one. @param count how many there are */
export function SendLinks({ survey, count }: { survey: Survey; count: number }) {
  const [asks, setAsks] = useState(false);
  const confirmation = useConfirmation(useSendInvitations(survey._id), {
    subject: asks ? undefined : null,
    onDone: (_, { modifiedCount }) => toast(invitationTexts.sent(modifiedCount)),
    onClose: () => setAsks(false),
  });
  const label = ownSurveyTexts.sendLinks(count);
  return (
    <>
      <Button onClick={() => setAsks(true)}>{label}</Button>
      <ConfirmDialog title={invitationTexts.sendTitle} label={label} {...confirmation}>
        {invitationTexts.sendText}
      </ConfirmDialog>
    </>
  );
}
