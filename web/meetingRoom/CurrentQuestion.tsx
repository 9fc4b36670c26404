import type { MeetingState, OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import { describeCourse } from "@survey-app/contract/meetings/recordText.ts";
import { dayAndTime } from "@survey-app/contract/text/time.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import * as recordSentences from "@survey-app/texts/recordSentences.ts";
import { type ReactNode, useRef } from "react";
import { FoldedDescription } from "../linkVoting/FoldedDescription.tsx";
import { useVotingSeconds } from "../meetings/votingSeconds.ts";
import { classes } from "../ui/classes.ts";
import { clockText } from "../ui/clockText.ts";
import { UserText } from "../ui/UserText.tsx";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { QUESTION_ID } from "../votes/questionId.ts";
import { outcomeOf } from "./outcomeOf.ts";
import { Turnout } from "./Turnout.tsx";
import { useArrival } from "./useArrival.ts";

/** Longer questions are smaller, so that the answers stay in view on a phone; in characters. */
const SHORT_TITLE = 120;

interface CurrentQuestionProps {
  meeting: MeetingState;
  /** The content below an open question. */
  children: (question: OpenedQuestion) => ReactNode;
  /** The content below the last question's result. */
  after?: ReactNode;
}

/**
 * The open question of a meeting; between two questions the last result, and before the first one a note that there is
 * none.
 */
export function CurrentQuestion({ meeting, children, after }: CurrentQuestionProps) {
  const { question, endedAt } = meeting;
  if (!question) return <NotBegun meeting={meeting} />;
  return (
    <>
      <Question question={question} after={after}>
        {children}
      </Question>
      {question.state !== "open" && (
        <p className="font-medium">{endedAt === null ? meetingRoomTexts.nextHere : meetingRoomTexts.ended}</p>
      )}
    </>
  );
}

function NotBegun({ meeting: { startsAt, endedAt } }: { meeting: MeetingState }) {
  const zone = useTimeZone();
  if (endedAt !== null) return <p className="text-xl font-semibold">{meetingRoomTexts.ended}</p>;
  return (
    <div className="space-y-2">
      <p className="text-xl font-semibold">{meetingRoomTexts.notBegun}</p>
      {startsAt !== null && <p>{meetingRoomTexts.starts(dayAndTime(startsAt, zone))}</p>}
      <p className="text-muted">{meetingRoomTexts.keepOpen}</p>
    </div>
  );
}

interface QuestionProps extends Omit<CurrentQuestionProps, "meeting"> {
  question: OpenedQuestion;
}

function Question({ question, children, after }: QuestionProps) {
  const { n, surveyId, Title, Description, language } = question;
  const left = useVotingSeconds(question);
  const isVoting = left > 0;
  const section = useRef<HTMLElement>(null);
  const spoken = useArrival(section, {
    place: `${surveyId} ${isVoting ? "open" : question.state}`,
    words: isVoting ? meetingRoomTexts.opened(String(n)) : outcomeOf(question),
    left,
  });
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={`question-number ${QUESTION_ID}`}
      className="scroll-mt-20 space-y-3 rounded-2xl border border-line bg-surface p-5 outline-none"
    >
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span id="question-number">{recordSentences.question(String(n))}</span>
        {isVoting && <span className="tabular-nums">{meetingRoomTexts.timeLeft(clockText(left))}</span>}
      </p>
      {Title !== null && (
        <UserText
          of={{ Title, language }}
          as="h2"
          id={QUESTION_ID}
          className={classes("leading-snug", Title.length > SHORT_TITLE ? "text-base" : "text-xl")}
        />
      )}
      {isVoting && <FoldedDescription text={Description ?? ""} language={language} />}
      {isVoting && question.endedSoon && <p className="font-medium">{meetingRoomTexts.shortened}</p>}
      {isVoting ? children(question) : <Outcome question={question}>{after}</Outcome>}
    </section>
  );
}

function Outcome({ question, children }: { question: OpenedQuestion; children: ReactNode }) {
  return (
    <>
      <p className="text-2xl font-bold tracking-tight text-balance">{outcomeOf(question)}</p>
      {question.state === "closed" && <Turnout {...question} />}
      {describeCourse(question).map((sentence) => (
        <p key={sentence} className="text-sm text-muted">
          {sentence}
        </p>
      ))}
      {children}
    </>
  );
}
