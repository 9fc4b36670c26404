import type { MeetingState } from "@survey-app/contract/meetings/meetingState.ts";
import { dayAndTime } from "@survey-app/contract/text/time.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import * as meetingWallTexts from "@survey-app/texts/meetingWallTexts.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { type ReactNode, useRef, useState } from "react";
import { useSettings } from "../api/settings.ts";
import { CountdownNote } from "../presenting/CountdownNote.tsx";
import { useIdle } from "../presenting/useIdle.ts";
import { useWakeLock } from "../presenting/useWakeLock.ts";
import { takesStep, useWallActions } from "../presenting/useWallActions.ts";
import { WallKeys } from "../presenting/WallKeys.tsx";
import wallStyles from "../presenting/wall.css?url";
import { TallyAnnouncer } from "../results/TallyAnnouncer.tsx";
import { UnreviewedNote } from "../surveys/UnreviewedNote.tsx";
import { withoutScheme } from "../surveys/withoutScheme.ts";
import { UserText } from "../ui/UserText.tsx";
import { useTimeZone } from "../ui/useTimeZone.ts";
import meetingStyles from "./meetingWall.css?url";
import { useIsLeader } from "./useIsLeader.ts";
import { useOpening } from "./useOpening.ts";
import { sentenceOnWall, WallQuestion } from "./WallQuestion.tsx";

interface MeetingWallProps {
  meeting: MeetingState;
  /** Whether the server can't be reached. */
  isLost: boolean;
  /** The site's name and logo. */
  brand: ReactNode;
}

/**
 * A meeting on the screen of its room: the question, the time left, how many have voted, and the result; never who
 * voted, and no draft. F fills the screen, T has a screen reader say what is shown. Where the owner of the meeting is
 * signed in, N and the Page Down of a clicker open the next question.
 */
export function MeetingWall({ meeting, isLost, brand }: MeetingWallProps) {
  const { meetingId, name, endedAt, takenDown } = meeting;
  const question = takenDown ? null : meeting.question;
  const address = `${withoutScheme(useSettings().publicUrl)}/i`;
  const [asked, setAsked] = useState(0);
  const say = () => setAsked((count) => count + 1);
  const isIdle = useIdle();
  useWakeLock();
  const opening = useOpening(meeting);
  const leads = useIsLeader(meetingId) && endedAt === null;
  /** Since when the last result is shown, on the clock of events. */
  const shownSince = useRef(Number.NEGATIVE_INFINITY);
  const takeStep = () => {
    if (takesStep(shownSince.current)) opening.press();
  };
  const keys = useWallActions({ next: leads ? opening.press : null, say, takeStep: leads ? takeStep : null });
  const wall = useRef<HTMLDivElement>(null);
  /** The question whose result is shown. It is kept here, so that the frame and the result change in one move. */
  const [shown, setShown] = useState(question && question.yesVotes !== null ? question.surveyId : null);
  const onShow = () => {
    setShown(question?.surveyId ?? null);
    shownSince.current = performance.now();
    // Screen readers announce the result immediately.
    say();
  };
  return (
    <div
      ref={wall}
      className="presentation wall"
      data-shown={question && shown === question.surveyId ? "" : undefined}
      data-idle={isIdle ? "" : undefined}
    >
      <link rel="stylesheet" href={wallStyles} precedence="page" />
      <link rel="stylesheet" href={meetingStyles} precedence="page" />
      <div className="wall-brand">{brand}</div>
      <div className="wall-stage">
        {question ? (
          <WallQuestion key={question.surveyId} {...{ name, question, wall, onShow }} />
        ) : (
          <BeforeFirst meeting={meeting} />
        )}
        <div className="wall-foot wall-claims">
          <OpeningNote {...opening} n={String((question?.n ?? 0) + 1)} />
          {endedAt === null && (
            <p>
              {meetingWallTexts.enterCode(
                (text) => (
                  <strong dir="ltr" translate="no">
                    {text}
                  </strong>
                ),
                address,
              )}
            </p>
          )}
          {question && question.state !== "open" && endedAt !== null && <p>{meetingRoomTexts.ended}</p>}
          <UnreviewedNote survey={meeting} className="wall-unreviewed" />
          <div role="status">{isLost && <p className="font-medium text-ink">{meetingRoomTexts.lostConnection}</p>}</div>
        </div>
      </div>
      <div className="wall-controls">
        <WallKeys {...keys} />
        <a href={`/meetings/${meetingId}`} className="ms-auto py-2 font-semibold underline underline-offset-4">
          {shareTexts.leave}
        </a>
      </div>
      <TallyAnnouncer sentence={question ? sentenceOnWall(question) : sentenceBefore(meeting)} asked={asked} />
    </div>
  );
}

function sentenceBefore({ takenDown, endedAt }: MeetingState): string {
  if (takenDown) return meetingRoomTexts.takenDown;
  return endedAt === null ? meetingRoomTexts.notBegun : meetingRoomTexts.ended;
}

/** The name of the meeting, before its first question; only a note if an admin took the meeting down. */
function BeforeFirst({ meeting }: Pick<MeetingWallProps, "meeting">) {
  const { name, startsAt, endedAt, takenDown } = meeting;
  const zone = useTimeZone();
  if (takenDown)
    return (
      <h1 tabIndex={-1} className="wall-question wall-heading">
        {sentenceBefore(meeting)}
      </h1>
    );
  return (
    <>
      <UserText as="h1" tabIndex={-1} className="wall-question wall-heading">
        {name}
      </UserText>
      <div className="wall-votes">
        <p className="wall-count">{sentenceBefore(meeting)}</p>
        {startsAt !== null && endedAt === null && (
          <p className="wall-opening">{meetingRoomTexts.starts(dayAndTime(startsAt, zone))}</p>
        )}
      </div>
    </>
  );
}

interface OpeningNoteProps extends Pick<ReturnType<typeof useOpening>, "left" | "message" | "stop"> {
  /** The number of the question that is about to open. */
  n: string;
}

/** The countdown after a press of "Next question", or why nothing was opened. */
function OpeningNote({ left, message, stop, n }: OpeningNoteProps) {
  return (
    <CountdownNote
      {...{ left, message, stop }}
      counting={meetingWallTexts.opensIn(n, left ?? 0)}
      soon={meetingWallTexts.opensSoon(n)}
    />
  );
}
