import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { describeCourse, describeQuestion } from "@survey-app/contract/meetings/recordText.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import { UserText } from "../ui/UserText.tsx";
import { isRunning } from "./nextMeetingAction.ts";
import { RepeatDialog } from "./RepeatDialog.tsx";

/** The questions of a meeting that were opened and have ended, the last one first, with their verdicts. */
export function OpenedQuestions({ meeting }: { meeting: ManagedMeeting }) {
  const [repeated, setRepeated] = useState<OpenedQuestion | null>(null);
  const over = meeting.questions.filter((question) => !isRunning(question)).toReversed();
  if (over.length === 0) return null;
  return (
    <section aria-labelledby="asked" className="max-w-read space-y-4">
      <h2 id="asked" className="text-xl">
        {hostTexts.asked}
      </h2>
      <ol className="divide-y divide-line border-y border-line">
        {over.map((question) => (
          <Opened
            key={question.n}
            question={question}
            onRepeat={canRepeat(meeting, question) ? () => setRepeated(question) : undefined}
          />
        ))}
      </ol>
      <RepeatDialog meetingId={meeting.meetingId} question={repeated} onClose={() => setRepeated(null)} />
    </section>
  );
}

const canRepeat = ({ endedAt }: ManagedMeeting, { state, repeatedBy }: OpenedQuestion) =>
  endedAt === null && repeatedBy === null && (state === "closed" || state === "takenBack");

function Opened({ question, onRepeat }: { question: OpenedQuestion; onRepeat: (() => void) | undefined }) {
  const { n, Title, language, people, participants } = question;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-[min(14rem,100%)] flex-1 space-y-1">
        <h3 className="text-base font-medium">
          <span className="me-2 text-muted">{`${hostTexts.question(n)} `}</span>
          {Title !== null && <UserText of={{ Title, language }} />}
        </h3>
        <p className="text-lg font-semibold">{describeQuestion(question)}</p>
        <p className="text-sm text-muted">
          {people !== null && `${meetingRoomTexts.turnout(participants ?? 0, people)}. `}
          {describeCourse(question).map((sentence) => (
            <UserText key={sentence}>{`${sentence} `}</UserText>
          ))}
        </p>
      </div>
      {onRepeat && (
        <Button look="quiet" small aria-haspopup="dialog" aria-label={hostTexts.repeatName(n)} onClick={onRepeat}>
          {hostTexts.repeat}
        </Button>
      )}
    </li>
  );
}
