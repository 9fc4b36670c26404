import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { LiveSwitch } from "../live/LiveSwitch.tsx";
import { CloseSurveyDialog } from "../managing/CloseSurveyDialog.tsx";
import { ShowResultButton } from "../managing/ShowResultButton.tsx";
import { SurveyTally } from "../results/SurveyTally.tsx";
import { ownSurveyAddress } from "../routing/ownSurveyAddress.ts";
import { useSharedAddress } from "../sharing/useSharedAddress.ts";
import { useHasEnded } from "../surveys/serverTime.ts";
import { Button } from "../ui/Button.tsx";
import { UserText } from "../ui/UserText.tsx";
import { NextQuestion } from "./NextQuestion.tsx";
import { useCanShow } from "./NotShownYet.tsx";
import { RoomControls } from "./RoomControls.tsx";
import { TypedWallAddress } from "./TypedWallAddress.tsx";
import { leadAddress, useRoomMoves } from "./useRoomMoves.ts";

const link = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";

/**
 * Leads a room from a phone, while another computer shows the question to the room: how many have voted, its result,
 * the end of voting, and the next question. It moves on with the room, so that it leads what the room sees.
 */
export function Lead({ survey }: { survey: Survey }) {
  const { _id, participants, resultsVisible } = survey;
  useRoomMoves(_id, leadAddress);
  const isOver = useHasEnded(survey);
  const canShow = useCanShow(survey);
  const [closing, setClosing] = useState<Survey | null>(null);
  return (
    <article className="page frame-form space-y-6">
      <header className="space-y-1">
        <p className="text-sm font-medium text-muted">{roomTexts.leadTitle}</p>
        <UserText of={survey} as="h1" tabIndex={-1} className="line-clamp-4 text-2xl outline-none" />
      </header>
      <p className="flex flex-wrap items-baseline gap-x-2 text-lg text-muted">
        {shareTexts.haveVoted(participants, (count) => (
          <strong translate="no" className="text-4xl text-ink">
            {count}
          </strong>
        ))}
      </p>
      {resultsVisible && participants > 0 && <SurveyTally survey={survey} />}
      <ShowResultButton survey={survey} isOffered={canShow} className="w-full" />
      {!isOver && (
        <Button look="quiet" className="w-full" aria-haspopup="dialog" onClick={() => setClosing(survey)}>
          {ballotFormTexts.close}
        </Button>
      )}
      <section aria-label={roomTexts.nextQuestion} className="rounded-2xl border border-line bg-surface p-4">
        <NextQuestion survey={survey} isWall={false} onMoved={(next) => navigate(leadAddress(next))} />
      </section>
      <WallAddress survey={survey} />
      <RoomControls survey={survey} />
      <footer className="flex flex-wrap items-center gap-x-5">
        <LiveSwitch pace="room" />
        <a href={`/rooms/${_id}`} className={link}>
          {roomTexts.summary}
        </a>
        <a href={ownSurveyAddress(_id, "share")} className={link}>
          {roomTexts.prepared}
        </a>
      </footer>
      <CloseSurveyDialog survey={closing} onClose={() => setClosing(null)} />
    </article>
  );
}

/** The address to type on another computer to show the survey there. The page keeps its code working. */
function WallAddress({ survey }: { survey: Survey }) {
  const { code } = useSharedAddress(survey, "presentation");
  if (code === null) return null;
  return <p className="text-muted">{roomTexts.elsewhere(<TypedWallAddress code={code} />)}</p>;
}
