import type { Draft, ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useState } from "react";
import { failureOf } from "../api/failure.ts";
import { useTicket } from "../api/useTicket.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";
import { catchLostFocus } from "../ui/catchLostFocus.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { UserText } from "../ui/UserText.tsx";
import { useCountdown } from "../ui/useCountdown.ts";
import { BallotPreview } from "./BallotPreview.tsx";
import { useOpenQuestion } from "./meetings.queries.ts";

interface OpenDialogProps {
  meeting: ManagedMeeting;
  /** The question to open, as its owner sees it: a draft, or one that was only typed. Null closes the dialog. */
  opening: Draft | { Title: string } | null;
  onClose: () => void;
  onOpened?: () => void;
}

/**
 * Opens a question after three visible seconds. The first one of a meeting is shown before as voters see it; later ones
 * were checked as drafts.
 */
export function OpenDialog({ meeting, opening, onClose, onOpened }: OpenDialogProps) {
  const n = meeting.questions.length + 1;
  return (
    <Dialog title={hostTexts.open(n)} isOpen={opening !== null} isWide onClose={onClose}>
      {opening && <Opening {...{ meeting, opening, onClose, onOpened }} />}
    </Dialog>
  );
}

function Opening({ meeting, opening, onClose, onOpened }: OpenDialogProps & { opening: Draft | { Title: string } }) {
  // The request names the state that the owner has seen, even if the page has read a newer one meanwhile.
  const [seen] = useState({ opening, after: meeting.question?.surveyId ?? null, isFirst: !meeting.begun });
  const [isAsking, setAsking] = useState(seen.isFirst);
  const open = useOpenQuestion(meeting.meetingId);
  const ticketFor = useTicket<string>();
  const send = () => {
    const { Title } = seen.opening;
    const question =
      "_id" in seen.opening
        ? { draft: seen.opening._id, version: seen.opening.version }
        : { question: { Title }, ticket: ticketFor(Title) };
    open.mutate(
      { ...question, after: seen.after },
      {
        onSuccess: () => {
          onOpened?.();
          onClose();
          // The button that opened the dialog is gone.
          catchLostFocus();
        },
      },
    );
  };
  const { left, press } = useCountdown({ startsNow: !seen.isFirst, onEnd: send, onStop: onClose });
  return (
    <>
      {isAsking ? (
        <Asking meeting={meeting} question={seen.opening} />
      ) : (
        <UserText
          as="p"
          of={{ Title: seen.opening.Title, language: meeting.language }}
          className="text-lg font-semibold"
        />
      )}
      {/* Rendered from the start, because screen readers ignore regions that are added later. */}
      <p aria-live="assertive" className="text-2xl font-semibold tabular-nums empty:hidden">
        {left !== null && hostTexts.opensIn(left)}
      </p>
      {left !== null && <p className="text-muted">{hostTexts.escStops}</p>}
      {open.error && <ErrorPanel {...failureOf(open.error)} />}
      {/* In view also where the ballot is higher than a phone. */}
      <div className="sticky bottom-0 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 border-t border-line bg-surface px-6 py-4 sm:-mx-8 sm:-mb-8 sm:px-8">
        <Button look={open.error ? "main" : "plain"} disabled={open.isPending} onClick={onClose}>
          {open.error ? uiTexts.close : uiTexts.cancel}
        </Button>
        {isAsking && (
          <ActionButton
            again={uiTexts.pressAgain}
            onClick={() => {
              setAsking(false);
              press();
            }}
          >
            {hostTexts.openNow}
          </ActionButton>
        )}
      </div>
    </>
  );
}

/** The owner's check before the first question: the ballot, and the people who can't vote yet. */
function Asking({ meeting, question }: { meeting: ManagedMeeting; question: Draft | { Title: string } }) {
  const { people, notSent, defaults, language } = meeting;
  return (
    <>
      <p className="text-muted">{hostTexts.asVoters}</p>
      <BallotPreview question={{ ...defaults, ...question }} language={language} people={people} />
      <p>
        <strong className="font-semibold">{hostTexts.canVote(people)}</strong>{" "}
        {notSent > 0 && hostTexts.unsent(notSent)}
      </p>
    </>
  );
}
