import { END_SOON_SECONDS } from "@survey-app/contract/meetings/meetingQuestions.ts";
import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { describePassRule } from "@survey-app/contract/results/passRuleText.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import { useId, useState } from "react";
import { useConfirmation } from "../api/useConfirmation.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { clockText } from "../ui/clockText.ts";
import { Dot } from "../ui/Dot.tsx";
import { UserText } from "../ui/UserText.tsx";
import { useEndSoon, useTakeBack } from "./meetings.queries.ts";
import { ShowMeeting } from "./ShowMeeting.tsx";
import { useVotingSeconds } from "./votingSeconds.ts";
import { WallAddress } from "./WallAddress.tsx";

interface RunningQuestionProps {
  meeting: ManagedMeeting;
  question: OpenedQuestion;
  onShown: () => void;
}

/** The open question of a meeting: its time, how many have voted, never who, and how its owner can end it. */
export function RunningQuestion({ meeting, question, onShown }: RunningQuestionProps) {
  const id = useId();
  const { n, Title, language, state, passRule, participants, people } = question;
  const voted = participants ?? 0;
  const all = people ?? meeting.people;
  return (
    <section aria-labelledby={id} className="space-y-4 rounded-2xl border border-accent bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={id} className="flex flex-wrap items-center gap-x-4 text-base font-semibold text-muted">
          {hostTexts.question(n)} <Dot tone="yes">{hostTexts.isOpen}</Dot>
        </h2>
        {state === "open" && <TimeLeft question={question} />}
      </div>
      <UserText as="p" of={{ Title: Title ?? "", language }} className="text-xl font-semibold" />
      <div className="space-y-2">
        <p role="status" className="font-medium tabular-nums">
          {state === "ended" ? hostTexts.counting : meetingRoomTexts.turnout(voted, all)}
        </p>
        <div aria-hidden="true" className="h-2.5 overflow-hidden rounded-full bg-sunken">
          <div
            className="h-full rounded-full bg-accent"
            style={{ inlineSize: `${(100 * voted) / Math.max(1, all)}%` }}
          />
        </div>
      </div>
      {passRule && <p className="text-sm">{resultSentences.asSentence(describePassRule(passRule))}</p>}
      <p className="text-sm text-muted">{hostTexts.standsStill}</p>
      <div className="flex flex-wrap gap-3">
        <ShowMeeting meetingId={meeting.meetingId} look="quiet" onShown={onShown} />
        {state === "open" && !passRule && <EndSoon meetingId={meeting.meetingId} n={n} />}
        {state === "open" && voted === 0 && <TakeBack meetingId={meeting.meetingId} n={n} />}
      </div>
      <WallAddress meetingId={meeting.meetingId} />
    </section>
  );
}

/**
 * The time until a question ends, as minutes and seconds. Screen readers read it when they come by, and not each
 * second.
 */
function TimeLeft({ question }: { question: OpenedQuestion }) {
  return (
    <p role="timer" className="text-lg font-semibold tabular-nums">
      {hostTexts.timeLeft(clockText(useVotingSeconds(question)))}
    </p>
  );
}

function EndSoon({ meetingId, n }: { meetingId: string; n: number }) {
  const [asks, setAsks] = useState(false);
  const confirmation = useConfirmation(useEndSoon(meetingId), {
    subject: asks ? n : null,
    onDone: () => undefined,
    onClose: () => setAsks(false),
  });
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {hostTexts.endSoon(END_SOON_SECONDS)}
      </Button>
      <ConfirmDialog
        title={hostTexts.endSoonTitle(END_SOON_SECONDS)}
        label={hostTexts.endSoon(END_SOON_SECONDS)}
        {...confirmation}
      >
        {hostTexts.endSoonText}
      </ConfirmDialog>
    </>
  );
}

function TakeBack({ meetingId, n }: { meetingId: string; n: number }) {
  const [asks, setAsks] = useState(false);
  const confirmation = useConfirmation(useTakeBack(meetingId), {
    subject: asks ? n : null,
    onDone: () => undefined,
    onClose: () => setAsks(false),
  });
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {hostTexts.takeBack}
      </Button>
      <ConfirmDialog title={hostTexts.takeBackTitle} label={hostTexts.takeBack} {...confirmation}>
        {hostTexts.takeBackText}
      </ConfirmDialog>
    </>
  );
}
