import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { loadDeferred } from "../api/deferred.tsx";
import { meetingChoices } from "../meetings/meetingChoices.ts";
import { Icon } from "../ui/Icon.tsx";
import { CastVote } from "../votes/CastVote.tsx";
import type { OpenedInvitation } from "../votes/openedInvitation.ts";
import { UsedInvitation } from "../votes/UsedInvitation.tsx";
import { VotedPanel } from "../votes/VotedPanel.tsx";
import { openedInvitationOn } from "../votes/votes.queries.ts";
import { surveyOf } from "./meetingBallot.ts";
import { Removed } from "./NoVoting.tsx";
import { Turnout } from "./Turnout.tsx";
import { type Missed, useMeetingVote } from "./useMeetingVote.ts";

interface MeetingBallotProps {
  meetingId: string;
  question: OpenedQuestion;
  invitation: OpenedInvitation;
  /** Whether the person was removed from the list: on this question they may still vote. */
  isRemoved: boolean;
  /** Whether people were voting on the question already when the page was opened. */
  wasOpen: boolean;
  onMissed: (missed: Missed | null) => void;
}

/** The ballot of an open question; after the vote a note that it is counted, and how many have voted. */
export function MeetingBallot({ meetingId, question, invitation, isRemoved, wasOpen, onMissed }: MeetingBallotProps) {
  const { surveyId, privacy } = question;
  const { result, castVote } = useMeetingVote(meetingId, { question, invitation }, onMissed);
  const isMarked = invitation.cast?.[surveyId] === "counted";
  // Otherwise all pages would ask at the moment a question is opened.
  const asks = !isMarked && (isRemoved || (wasOpen && privacy === "named"));
  const opened = useQuery({ ...openedInvitationOn(surveyId, invitation), enabled: asks });
  useEffect(() => {
    loadDeferred().catch(() => undefined);
  }, []);
  const survey = surveyOf(question);
  if (isMarked || (asks && opened.data?.vote))
    return (
      <VotedPanel
        isNew={result !== null}
        heading={
          <span className="flex items-center gap-2">
            <Icon name="check" size={20} /> {meetingRoomTexts.counted}
          </span>
        }
      >
        <Turnout {...question} />
      </VotedPanel>
    );
  if (result === "used")
    return (
      <>
        <UsedInvitation survey={survey} bearer={invitation.token} />
        <Turnout {...question} />
      </>
    );
  if (isRemoved && !opened.data)
    return (
      <>
        {opened.isError && <Removed />}
        <Turnout {...question} />
      </>
    );
  return (
    <>
      {isRemoved && <p className="font-medium">{meetingRoomTexts.removedDuring}</p>}
      <CastVote
        survey={survey}
        choices={meetingChoices(survey)}
        user={null}
        invitation={invitation}
        isKnown
        isSimple
        castVote={castVote}
      />
      <div className="space-y-1 text-sm text-muted">
        <p>{meetingRoomTexts.readers(survey.privacy)}</p>
        <Turnout {...question} />
      </div>
    </>
  );
}
