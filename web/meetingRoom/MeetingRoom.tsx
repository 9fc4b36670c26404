import type { MeetingState } from "@survey-app/contract/meetings/meetingState.ts";
import { UNREVIEWED_TITLE } from "@survey-app/contract/surveys/unreviewedTitle.ts";
import * as invitedTexts from "@survey-app/texts/invitedTexts.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import { useState } from "react";
import { Deferred, deferred, loadDeferred } from "../api/deferred.tsx";
import { recordAddress } from "../meetings/meetingAddress.ts";
import { PageTitle } from "../routing/PageTitle.tsx";
import { UnreviewedNote } from "../surveys/UnreviewedNote.tsx";
import { Button } from "../ui/Button.tsx";
import { UserText } from "../ui/UserText.tsx";
import { useOpenedInvitation } from "../votes/openedInvitation.ts";
import { CurrentQuestion } from "./CurrentQuestion.tsx";
import { MeetingVoter } from "./MeetingVoter.tsx";
import { Turnout } from "./Turnout.tsx";

// For people who type a code here.
const openInvitation = deferred(async () => (await import("../votes/OpenInvitation.tsx")).OpenInvitation);

interface MeetingRoomProps {
  meeting: MeetingState;
  /** Whether the server can't be reached. */
  isLost: boolean;
}

/**
 * A meeting on the phone of a person who votes with an opened link or code: the page moves along with the questions.
 * Everyone else with its address reads along.
 */
export function MeetingRoom({ meeting, isLost }: MeetingRoomProps) {
  const { meetingId, name, ownerName } = meeting;
  const invitation = useOpenedInvitation(meetingId);
  if (meeting.takenDown) return <TakenDown meetingId={meetingId} />;
  return (
    <div className="page frame-form space-y-4">
      <PageTitle page={meeting.unreviewed ? UNREVIEWED_TITLE : name} />
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <UserText as="h1" tabIndex={-1} className="text-lg outline-none">
          {name}
        </UserText>
        <p className="text-sm text-muted">{meetingRoomTexts.byOwner(<UserText>{ownerName}</UserText>)}</p>
      </header>
      <UnreviewedNote survey={meeting} />
      <div role="status">{isLost && <p className="font-medium">{meetingRoomTexts.lostConnection}</p>}</div>
      {invitation ? <MeetingVoter meeting={meeting} invitation={invitation} /> : <Reader meeting={meeting} />}
      <RecordLink meetingId={meetingId} />
    </div>
  );
}

/** In place of a meeting that an admin took down; its record says why. */
function TakenDown({ meetingId }: { meetingId: string }) {
  return (
    <div className="page frame-form space-y-4">
      <PageTitle page={meetingRoomTexts.takenDown} />
      <h1 tabIndex={-1} className="text-xl outline-none">
        {meetingRoomTexts.takenDown}
      </h1>
      <RecordLink meetingId={meetingId} />
    </div>
  );
}

const RecordLink = ({ meetingId }: { meetingId: string }) => (
  <p className="text-sm">
    <a href={recordAddress(meetingId)} className="inline-block py-1 font-medium underline underline-offset-4">
      {meetingRoomTexts.record}
    </a>
  </p>
);

/** The page of a reader without an opened link or code, and the way to open one. */
function Reader({ meeting }: { meeting: MeetingState }) {
  const { meetingId, endedAt } = meeting;
  const [isTyping, setTyping] = useState(false);
  const enter = () => {
    setTyping(true);
    void loadDeferred();
  };
  return (
    <>
      <CurrentQuestion meeting={meeting}>{(question) => <Turnout {...question} />}</CurrentQuestion>
      {endedAt === null && (
        <div className="without-voter space-y-3">
          <p className="text-muted">{meetingRoomTexts.reader}</p>
          {isTyping ? (
            <Deferred component={openInvitation} props={{ meeting: meetingId }} />
          ) : (
            <Button look="quiet" onClick={enter}>
              {invitedTexts.enterCode}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
