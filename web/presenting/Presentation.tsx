import { host } from "@survey-app/contract/ballots/rights.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { type ReactNode, useRef, useState } from "react";
import { Deferred, deferred } from "../api/deferred.tsx";
import { useLateDialog } from "../api/useLateDialog.ts";
import { TallyAnnouncer } from "../results/TallyAnnouncer.tsx";
import { may } from "../session/may.ts";
import { useOwner } from "../session/useSession.ts";
import { QrCodeImage } from "../sharing/QrCodeImage.tsx";
import { useSharedAddress } from "../sharing/useSharedAddress.ts";
import { useShareReason } from "../sharing/useShareReason.ts";
import { UserText } from "../ui/UserText.tsx";
import { AddressText } from "./AddressText.tsx";
import { questionSize } from "./questionSize.ts";
import { useIdle } from "./useIdle.ts";
import { useReveal } from "./useReveal.ts";
import { presentAddress, useRoomMoves } from "./useRoomMoves.ts";
import { useShowing } from "./useShowing.tsx";
import { useWakeLock } from "./useWakeLock.ts";
import { takesStep, useWallActions } from "./useWallActions.ts";
import { describeTurnout, WallClaims } from "./WallClaims.tsx";
import { WallControls } from "./WallControls.tsx";
import { describeShown, WallResult } from "./WallResult.tsx";
import { WallVotes } from "./WallVotes.tsx";
import wallStyles from "./wall.css?url";

// For hosts of surveys by open link.
const roomControls = deferred(async () => (await import("./RoomControls.tsx")).RoomControls);

/**
 * A survey on a screen for an audience: the question, the QR code and the address to vote at, and how many have voted.
 * A result that everyone sees while people vote is hidden at first, because it would influence them: R shows it. Any
 * other appears when it opens for everyone. T has a screen reader say what is shown. By open link, N opens the next
 * question of the room. The Page Down of a clicker takes the next step: it shows the result, and then opens the next
 * question.
 * @param survey as a visitor sees it, no matter who presents
 * @param brand the site's name and logo
 */
export function Presentation({ survey, brand }: { survey: Survey; brand: ReactNode }) {
  const wall = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState(0);
  const sayTotal = () => setAsked((count) => count + 1);
  // A screen reader immediately announces what appears or is hidden, so that its user doesn't read a result that is
  // gone.
  const { isOpen, isShown, isMoving, shownSince, toggle } = useReveal(survey, wall, sayTotal);
  const showing = useShowing(survey);
  const nextQuestion = useLateDialog(async () => (await import("./NextQuestionDialog.tsx")).NextQuestionDialog);
  const { Dialog: NextQuestion } = nextQuestion;
  const isIdle = useIdle();
  useWakeLock();
  useRoomMoves(survey._id, presentAddress);
  const isHost = may(host, useOwner(), survey) && survey.electorate === "link";
  const reveal = isOpen
    ? { letter: "R", label: isShown ? shareTexts.hide : shareTexts.reveal, run: toggle }
    : showing.isWaiting && { letter: "R", label: shareTexts.showResult, run: showing.press };
  const takeStep = () => {
    if (showing.left !== null || !takesStep(shownSince)) return;
    if (reveal && !isShown) reveal.run();
    else if (isHost) nextQuestion.open();
  };
  const next = isHost ? nextQuestion.open : null;
  const keys = useWallActions({ first: reveal, next, say: sayTotal, takeStep });
  return (
    <div
      ref={wall}
      className="presentation wall"
      data-shown={isShown ? "" : undefined}
      data-idle={isIdle ? "" : undefined}
    >
      <link rel="stylesheet" href={wallStyles} precedence="page" />
      <div className="wall-brand">{brand}</div>
      <div className="wall-stage">
        <UserText of={survey} as="h1" tabIndex={-1} className="wall-question" data-length={questionSize(survey)} />
        <Address survey={survey} />
        {isShown ? <WallResult survey={survey} isMoving={isMoving} /> : <WallVotes survey={survey} showing={showing} />}
        <WallClaims survey={survey} isShown={isShown} isHost={isHost} />
      </div>
      <WallControls survey={survey} {...keys}>
        {isHost && <Deferred component={roomControls} props={{ survey }} />}
      </WallControls>
      {NextQuestion && <NextQuestion survey={survey} isOpen={nextQuestion.isOpen} onClose={nextQuestion.close} />}
      <TallyAnnouncer sentence={isShown ? describeShown(survey) : describeTurnout(survey.participants)} asked={asked} />
    </div>
  );
}

/** Where people vote. Beside a result it stays small, for those who come late. */
function Address({ survey }: { survey: Survey }) {
  const reason = useShareReason(survey);
  const address = useSharedAddress(survey, "presentation");
  return (
    <figure className="wall-address">
      <QrCodeImage text={address.url} alt={shareTexts.qrCodeOf(survey.Title)} className="wall-code" />
      <figcaption>
        <p className="wall-scan">{shareTexts.scanTo[reason]}</p>
        <AddressText address={address} size={{ short: "wall-short", long: "wall-long" }} />
      </figcaption>
    </figure>
  );
}
