import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import { useState } from "react";
import { useConfirmation } from "../api/useConfirmation.ts";
import { Button } from "../ui/Button.tsx";
import type { ButtonLook } from "../ui/buttonLook.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { useEndMeeting } from "./meetings.queries.ts";

/** Ends a meeting for good, once its owner has confirmed that. */
export function EndMeeting({ meeting, look = "main" }: { meeting: ManagedMeeting; look?: ButtonLook }) {
  const [asks, setAsks] = useState(false);
  const confirmation = useConfirmation(useEndMeeting(meeting.meetingId), {
    subject: asks ? undefined : null,
    onDone: () => toast(hostTexts.ended),
    onClose: () => setAsks(false),
  });
  return (
    <>
      <Button look={look} aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {hostTexts.end}
      </Button>
      <ConfirmDialog title={hostTexts.end} label={hostTexts.end} {...confirmation}>
        {meeting.unreviewed ? hostTexts.endWithoutEmail : hostTexts.endText}
      </ConfirmDialog>
    </>
  );
}
