import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { failureOf } from "../api/failure.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { catchLostFocus } from "../ui/catchLostFocus.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { toast } from "../ui/toast.ts";
import { useSendCorrection } from "./meetings.queries.ts";

/**
 * Tells the people who were sent a link that the name or the start of the meeting has changed. One press sends the
 * emails, and the note disappears.
 */
export function SendCorrection({ meeting: { meetingId, toCorrect, version } }: { meeting: ManagedMeeting }) {
  const sending = useSendCorrection(meetingId);
  const send = () =>
    sending.mutate(version, {
      onSuccess: ({ modifiedCount }) => {
        if (modifiedCount > 0) toast(hostTexts.correctionSent(modifiedCount));
        catchLostFocus();
      },
    });
  return (
    <div className="space-y-3 border-t border-line pt-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-[min(12rem,100%)] flex-1">{hostTexts.correctText}</p>
        <ActionButton look="quiet" busy={sending.isPending} again={uiTexts.pressAgain} onClick={send}>
          {hostTexts.correct(toCorrect)}
        </ActionButton>
      </div>
      {sending.error && <ErrorPanel {...failureOf(sending.error)} />}
    </div>
  );
}
