import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import { type ReactNode, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useLateDialog } from "../api/useLateDialog.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Section } from "../ui/Section.tsx";
import { toast } from "../ui/toast.ts";
import { EndMeeting } from "./EndMeeting.tsx";
import { useDeleteMeeting } from "./meetings.queries.ts";
import { nextMeetingAction } from "./nextMeetingAction.ts";

/** The less frequent actions on a meeting. */
export function MeetingActions({ meeting }: { meeting: ManagedMeeting }) {
  const { meetingId, begun, endedAt } = meeting;
  // Where ending it is the main action, that stands above.
  const { kind } = nextMeetingAction(meeting, { canMail: false, hasSent: true, hasShown: true });
  return (
    <Section title={hostTexts.more}>
      <ul className="divide-y divide-line">
        {endedAt === null && <ChangeMeeting meeting={meeting} />}
        <Action text={hostTexts.copyText}>
          <LinkButton look="quiet" href={`/dashboard/meetings/new?copy=${meetingId}`}>
            {hostTexts.copyMeeting}
          </LinkButton>
        </Action>
        {begun && endedAt === null && kind === "open" && (
          <Action text={hostTexts.endText}>
            <EndMeeting meeting={meeting} look="quiet" />
          </Action>
        )}
        {!begun && <DeleteMeeting meeting={meeting} />}
      </ul>
    </Section>
  );
}

function Action({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <p className="min-w-[min(12rem,100%)] flex-1 text-muted">{text}</p>
      {children}
    </li>
  );
}

function ChangeMeeting({ meeting }: { meeting: ManagedMeeting }) {
  const { Dialog, isOpen, open, close } = useLateDialog(
    async () => (await import("./ChangeMeetingForm.tsx")).ChangeMeetingDialog,
  );
  return (
    <Action text={hostTexts.changeText}>
      <Button look="quiet" aria-haspopup="dialog" onClick={open}>
        {hostTexts.change}
      </Button>
      {Dialog && <Dialog meeting={meeting} isOpen={isOpen} onClose={close} />}
    </Action>
  );
}

function DeleteMeeting({ meeting }: { meeting: ManagedMeeting }) {
  const [asks, setAsks] = useState(false);
  const confirmation = useConfirmation(useDeleteMeeting(meeting.meetingId), {
    subject: asks ? undefined : null,
    onDone: () => {
      toast(hostTexts.deleted);
      navigate("/dashboard/meetings");
    },
    onClose: () => setAsks(false),
  });
  return (
    <Action text={hostTexts.deleteText}>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {hostTexts.deleteMeeting}
      </Button>
      <ConfirmDialog title={hostTexts.deleteMeeting} label={hostTexts.deleteMeeting} look="danger" {...confirmation}>
        {hostTexts.deleteText}
      </ConfirmDialog>
    </Action>
  );
}
