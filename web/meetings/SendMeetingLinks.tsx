import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import * as meetingMailTexts from "@survey-app/texts/meetingMailTexts.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import { useState } from "react";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useSendInvitations } from "../invitations/invitations.queries.ts";
import { Button } from "../ui/Button.tsx";
import type { ButtonLook } from "../ui/buttonLook.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { createStore } from "../ui/store.ts";
import { toast } from "../ui/toast.ts";

/** The number of people on each meeting's list when its links were sent from this tab. */
export const sentTo = createStore<Readonly<Record<string, number>>>({});

interface SendMeetingLinksProps {
  meeting: ManagedMeeting;
  look?: ButtonLook;
}

/**
 * Sends the links to the people on the list of a meeting who don't have one, once the owner knows what the email says.
 */
export function SendMeetingLinks({ meeting, look = "main" }: SendMeetingLinksProps) {
  const { meetingId, name, ownerName, people, notSent } = meeting;
  const [asks, setAsks] = useState(false);
  const confirmation = useConfirmation(useSendInvitations(meetingId), {
    subject: asks ? undefined : null,
    onDone: (_, { modifiedCount }) => {
      sentTo.set({ ...sentTo.read(), [meetingId]: people });
      toast(invitationTexts.sent(modifiedCount));
    },
    onClose: () => setAsks(false),
  });
  return (
    <>
      <Button look={look} aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {ownSurveyTexts.sendLinks(notSent)}
      </Button>
      <ConfirmDialog title={invitationTexts.sendTitle} label={invitationTexts.send} {...confirmation}>
        {hostTexts.sendText(meetingMailTexts.invites(ownerName, name))}
      </ConfirmDialog>
    </>
  );
}
