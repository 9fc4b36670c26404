import type { MeetingState } from "@survey-app/contract/meetings/meetingState.ts";
import type { Mine } from "@survey-app/contract/meetings/mine.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiRequestError } from "../api/api.ts";
import type { OpenedInvitation } from "../votes/openedInvitation.ts";
import { VotesAs } from "../votes/VotesAs.tsx";
import { CurrentQuestion } from "./CurrentQuestion.tsx";
import { MeetingBallot } from "./MeetingBallot.tsx";
import { Ended, Removed } from "./NoVoting.tsx";
import { OwnVotes } from "./OwnVotes.tsx";
import { mineIn } from "./room.queries.ts";
import { Turnout } from "./Turnout.tsx";
import { useBearer } from "./useBearer.ts";
import type { Missed } from "./useMeetingVote.ts";

interface MeetingVoterProps {
  meeting: MeetingState;
  invitation: OpenedInvitation;
}

/**
 * A meeting for the holder of an opened link or code: the name they vote under, the ballot, and the votes that were
 * counted with it.
 */
export function MeetingVoter({ meeting, invitation }: MeetingVoterProps) {
  const { meetingId, question } = meeting;
  useBearer(meeting, invitation);
  const { data: mine, error } = useQuery(mineIn(meeting, invitation.token));
  const [missed, setMissed] = useState<Missed | null>(null);
  /** A page that was opened, or opened again, while people vote on this question doesn't know whether it has voted. */
  const [first] = useState(question?.surveyId);
  const hasEnded = error instanceof ApiRequestError && error.problem.code === "invitationEnded";
  const isMissedHere = missed?.n === question?.n && question?.state === "open";
  return (
    <>
      {!hasEnded && <VotesAs who={mine?.votesAs ?? invitation.votesAs} id={meetingId} />}
      {hasEnded && <Ended expiresAt={invitation.expiresAt} />}
      {missed && !isMissedHere && <MissedNote missed={missed} mine={mine} />}
      <CurrentQuestion
        meeting={meeting}
        after={mine && <OwnVotes mine={mine} invitation={invitation} last={question?.surveyId} />}
      >
        {(open) =>
          hasEnded || (mine?.from ?? 0) > open.n ? (
            <>
              {!hasEnded && <p className="font-medium">{meetingRoomTexts.addedLater(String(mine?.from))}</p>}
              <Turnout {...open} />
            </>
          ) : (
            <MeetingBallot
              key={open.surveyId}
              meetingId={meetingId}
              question={open}
              invitation={invitation}
              isRemoved={mine?.isRemoved === true}
              wasOpen={open.surveyId === first}
              onMissed={setMissed}
            />
          )
        }
      </CurrentQuestion>
      {mine?.isRemoved && question?.state !== "open" && <Removed />}
    </>
  );
}

/**
 * Says that a vote was late, or that its response was lost until the page knows whether it is counted; also on the next
 * question.
 */
function MissedNote({ missed: { n, why }, mine }: { missed: Missed; mine: Mine | undefined }) {
  const isKnown = mine?.questions.some((each) => each.n === n && each.vote !== null) ?? false;
  if (why === "unknown" && isKnown) return null;
  return (
    <p role="status" className="font-medium">
      {(why === "late" ? meetingRoomTexts.late : meetingRoomTexts.unknown)(String(n))}
    </p>
  );
}
