import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import * as meetingWallTexts from "@survey-app/texts/meetingWallTexts.ts";
import * as recordSentences from "@survey-app/texts/recordSentences.ts";
import type { RefObject } from "react";
import { useVotingSeconds } from "../meetings/votingSeconds.ts";
import { Dots } from "../presenting/Dots.tsx";
import { hasDots } from "../presenting/dots.ts";
import { questionSize } from "../presenting/questionSize.ts";
import { useReveal } from "../presenting/useReveal.ts";
import { WallResult, WallSentence } from "../presenting/WallResult.tsx";
import { clockText } from "../ui/clockText.ts";
import { UserText } from "../ui/UserText.tsx";
import { surveyOf } from "./meetingBallot.ts";
import { outcomeOf } from "./outcomeOf.ts";

/** The last seconds, in which the time left stands out. */
const SOON = 10;

interface WallQuestionProps {
  /** The name of the meeting. */
  name: string;
  question: OpenedQuestion;
  wall: RefObject<HTMLElement | null>;
  /** Called when the result appears. */
  onShow: () => void;
}

/** A question of a meeting on the screen of its room, from its opening to its result. */
export function WallQuestion({ name, question, wall, onShow }: WallQuestionProps) {
  const { n, Title, language, state, closedAt, participants, totalVotes, yesVotes, unsureVotes } = question;
  const survey = {
    ...surveyOf(question),
    closedAt,
    participants: participants ?? 0,
    totalVotes: totalVotes ?? 0,
    yesVotes,
    unsureVotes,
  };
  const left = useVotingSeconds(question);
  const { isShown, isMoving } = useReveal(survey, wall, onShow);
  const number = recordSentences.question(String(n));
  const sentence = outcomeOf(question);
  return (
    <>
      <div>
        <p className="wall-overline">
          <UserText>{name}</UserText>
          {Title !== null && ` · ${number}`}
        </p>
        {Title === null ? (
          <h1 tabIndex={-1} className="wall-question">
            {number}
          </h1>
        ) : (
          <UserText
            of={{ Title, language }}
            as="h1"
            tabIndex={-1}
            className="wall-question"
            data-length={questionSize(survey)}
          />
        )}
      </div>
      <div className="wall-time">
        {left > 0 ? (
          <>
            <p className="wall-scan">{meetingWallTexts.timeLeft}</p>
            <p className="wall-clock" translate="no" role="timer" data-soon={left <= SOON ? "" : undefined}>
              {clockText(left)}
            </p>
            {question.endedSoon && <p className="wall-opening">{meetingRoomTexts.shortened}</p>}
          </>
        ) : (
          state === "closed" && (
            <p className="wall-scan">{meetingRoomTexts.turnout(participants ?? 0, question.people ?? 0)}</p>
          )
        )}
      </div>
      {isShown ? (
        <WallResult survey={survey} isMoving={isMoving} sentence={sentence} unsureWord={meetingRoomTexts.abstain} />
      ) : state === "open" && left > 0 ? (
        <Voting question={question} />
      ) : (
        <WallSentence survey={survey} sentence={sentence} />
      )}
    </>
  );
}

/** The number of people who have voted, with a dot for each. */
function Voting({ question: { participants, people } }: { question: OpenedQuestion }) {
  const voted = participants ?? 0;
  return (
    <div className="wall-votes">
      {hasDots(voted) && <Dots count={voted} of={people ?? voted} />}
      {voted > 0 && !hasDots(voted) && <div className="wall-crowd" />}
      <p className="wall-count">
        {meetingWallTexts.turnout(
          voted,
          (count) => (
            <strong translate="no">{count}</strong>
          ),
          people ?? 0,
        )}
      </p>
    </div>
  );
}

/** The content of the screen, in words. */
export const sentenceOnWall = (question: OpenedQuestion): string =>
  question.state === "open"
    ? meetingRoomTexts.turnout(question.participants ?? 0, question.people ?? 0)
    : outcomeOf(question);
