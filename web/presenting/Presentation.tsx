import { host } from "@survey-app/contract/ballots/rights.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { type ReactNode, useRef, useState } from "react";
import { Deferred, deferred } from "../api/deferred.tsx";
import { useLateDialog } from "../api/useLateDialog.ts";
import { TallyAnnouncer } from "../results/TallyAnnouncer.tsx";
import { may } from "../session/may.ts";
import { useUser } from "../session/useSession.ts";
import { QrCodeImage } from "../sharing/QrCodeImage.tsx";
import { useShareReason } from "../sharing/useShareReason.ts";
import { UserText } from "../ui/UserText.tsx";
import { AddressText } from "./AddressText.tsx";
import { questionSize } from "./questionSize.ts";
import { useFullScreen } from "./useFullScreen.ts";
import { useIdle } from "./useIdle.ts";
import { useKeys } from "./useKeys.ts";
import { useReveal } from "./useReveal.ts";
import { useSharedAddress } from "./useSharedAddress.ts";
import { useWakeLock } from "./useWakeLock.ts";
import { describeTurnout, WallClaims } from "./WallClaims.tsx";
import { WallControls } from "./WallControls.tsx";
import type { WallAction } from "./WallKeys.tsx";
import { describeShown, WallResult } from "./WallResult.tsx";
import { WallVotes } from "./WallVotes.tsx";
import wallStyles from "./wall.css?url";

// For hosts of surveys by open link.
const roomControls = deferred(async () => (await import("./RoomControls.tsx")).RoomControls);

/**
 * A survey on a screen for an audience: the question, the QR code and the address to vote at, and how many have voted. A result that everyone
 * sees while people vote is hidden at first, because it would influence them: R shows it. Any other appears when it opens for everyone. T has a
 * screen reader say what is shown. By open link, N opens the next question of the room.
 * @param survey as a visitor sees it, no matter who presents
 * @param brand the site's name and logo
 */
export function Presentation({ survey, brand }: { survey: Survey; brand: ReactNode }) {
  const wall = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState(0);
  const sayTotal = () => setAsked((count) => count + 1);
  // What appears or is hidden is said at once, so that nobody reads what is no longer there.
  const { isOpen, isShown, isMoving, toggle } = useReveal(survey, wall, sayTotal);
  const { isFull, toggle: toggleFullScreen } = useFullScreen();
  const nextQuestion = useLateDialog(async () => (await import("./NextQuestionDialog.tsx")).NextQuestionDialog);
  const { Dialog: NextQuestion } = nextQuestion;
  const isIdle = useIdle();
  useWakeLock();
  const isHost = may(host, useUser(), survey) && survey.electorate === "link";
  const [hasKeys, setHasKeys] = useState(true);
  const actions: WallAction[] = [];
  if (isOpen) actions.push({ letter: "R", label: isShown ? shareTexts.hide : shareTexts.reveal, run: toggle });
  if (toggleFullScreen) {
    const label = isFull ? shareTexts.leaveFullScreen : shareTexts.fullScreen;
    actions.push({ letter: "F", label, run: toggleFullScreen });
  }
  if (isHost) actions.push({ letter: "N", label: roomTexts.nextQuestion, run: nextQuestion.open });
  actions.push({ letter: "T", label: shareTexts.sayTotal, run: sayTotal, isSpoken: true });
  const letters = actions.map(({ letter, run }) => [letter.toLowerCase(), run]);
  useKeys(Object.fromEntries(hasKeys ? letters : []));
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
        {isShown ? <WallResult survey={survey} isMoving={isMoving} /> : <WallVotes survey={survey} />}
        <WallClaims survey={survey} isShown={isShown} isHost={isHost} />
      </div>
      <WallControls survey={survey} actions={actions} hasKeys={hasKeys} onKeys={setHasKeys}>
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
