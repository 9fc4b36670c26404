import { host } from "@survey-app/contract/ballots/rights.ts";
import { describeFinal } from "@survey-app/contract/results/passedText.ts";
import { describeResult, LINK_CLAIM } from "@survey-app/contract/results/resultText.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { type ReactNode, useState } from "react";
import { Deferred, deferred } from "../api/deferred.tsx";
import { useLateDialog } from "../api/useLateDialog.ts";
import { LiveSwitch } from "../live/LiveSwitch.tsx";
import { SurveyTally } from "../results/SurveyTally.tsx";
import { TallyAnnouncer } from "../results/TallyAnnouncer.tsx";
import { may } from "../session/may.ts";
import { useUser } from "../session/useSession.ts";
import { QrCodeImage } from "../sharing/QrCodeImage.tsx";
import { useShareReason } from "../sharing/useShareReason.ts";
import { UnreviewedNote } from "../surveys/UnreviewedNote.tsx";
import { Button } from "../ui/Button.tsx";
import { classes } from "../ui/classes.ts";
import { UserText } from "../ui/UserText.tsx";
import { AddressText } from "./AddressText.tsx";
import { useFullScreen } from "./useFullScreen.ts";
import { useKeys } from "./useKeys.ts";
import { presentAddress, useRoomMoves } from "./useRoomMoves.ts";
import { useSharedAddress } from "./useSharedAddress.ts";
import { useWakeLock } from "./useWakeLock.ts";

// For hosts of surveys by open link.
const roomControls = deferred(async () => (await import("./RoomControls.tsx")).RoomControls);

/**
 * The question's size by its length. Everything is relative to the window: on a screen of two meters the smallest text that
 * people must read is three centimeters high, which can be read from ten meters. On a phone, which lies on a table or is held up, all
 * of it fits without scrolling.
 */
const SIZES = [
  [60, "text-3xl lg:text-[min(5vw,10vh)]"],
  [120, "text-2xl lg:text-[min(3.9vw,8vh)]"],
  [160, "text-xl lg:text-[min(3.1vw,6.2vh)]"],
  [Number.POSITIVE_INFINITY, "text-lg lg:text-[min(2.6vw,5vh)]"],
] as const;

/**
 * A survey on a screen for an audience: the question, the QR code and the address to vote at, and how many have voted. The result is hidden at
 * first, because it would influence people; R shows what a visitor may see, and T has a screen reader say what is shown. By open link, N opens the next question of the room.
 * @param survey as a visitor sees it, no matter who presents
 * @param brand the site's name and logo
 */
export function Presentation({ survey, brand }: { survey: Survey; brand: ReactNode }) {
  const [isRevealed, setRevealed] = useState(false);
  const [asked, setAsked] = useState(0);
  const sayTotal = () => setAsked((count) => count + 1);
  const toggleResult = () => {
    setRevealed((was) => !was);
    // At once, so that a hidden result isn't left to be read.
    sayTotal();
  };
  const { isFull, toggle } = useFullScreen();
  const reason = useShareReason(survey);
  useWakeLock();
  const {
    Dialog: NextQuestion,
    isOpen,
    open,
    close,
  } = useLateDialog(async () => (await import("./NextQuestionDialog.tsx")).NextQuestionDialog);
  const { _id, Title, participants } = survey;
  const isByLink = survey.electorate === "link";
  const user = useUser();
  const isHost = isByLink && may(host, user, survey);
  useRoomMoves(_id, presentAddress);
  /** What a clicker does: it shows the result, and then goes on. */
  const step = () => (isRevealed || survey.closedAt !== null ? isHost && open() : toggleResult());
  const [hasKeys, setHasKeys] = useState(true);
  useKeys(
    hasKeys ? { r: toggleResult, f: () => toggle?.(), t: sayTotal, n: () => isHost && open(), pagedown: step } : {},
  );
  const key = (letter: string) => (hasKeys ? letter : null);
  const address = useSharedAddress(survey, "presentation");
  return (
    <div className="presentation relative flex h-dvh flex-col gap-[3vh] p-[4vw] lg:h-auto lg:min-h-dvh">
      {/* In the margin, which is too narrow for it on a phone. */}
      <div className="absolute top-[2vw] -translate-y-1/2 max-md:hidden">{brand}</div>
      <div className="grid flex-1 grid-rows-[auto_minmax(0,1fr)] gap-[4vw] lg:grid-cols-[minmax(0,1fr)_36vw] lg:grid-rows-none lg:items-center">
        <div className="space-y-[3vh]">
          <UserText
            of={survey}
            as="h1"
            tabIndex={-1}
            className={classes("lg:leading-[1.12]", SIZES.find(([length]) => Title.length <= length)?.[1])}
          />
          <UnreviewedNote survey={survey} className="lg:text-[min(1.8vw,3.6vh)]" />
          {isRevealed ? (
            // Larger only where it is also high enough: on 1280 × 720 it would reach the keys.
            <div className="lg:[zoom:1.5] xl:[@media(min-height:50rem)]:[zoom:1.8] 2xl:[@media(min-height:60rem)]:[zoom:2.2]">
              <SurveyTally survey={survey} size="large" />
            </div>
          ) : (
            <p className="flex flex-wrap items-baseline gap-x-[1.5vw] text-xl text-muted lg:text-[min(2.8vw,5.6vh)]">
              {shareTexts.haveVoted(participants, (count) => (
                <strong translate="no" className="text-4xl text-ink tabular-nums lg:text-[min(8vw,16vh)]">
                  {count}
                </strong>
              ))}
            </p>
          )}
          {isByLink && !isRevealed && <p className="text-muted lg:text-[min(1.6vw,3.2vh)]">{LINK_CLAIM}</p>}
        </div>
        <figure className="flex h-full min-h-0 flex-col justify-center space-y-[1.5vh] text-center">
          <QrCodeImage
            text={address.url}
            alt={shareTexts.qrCodeOf(Title)}
            // On a phone it takes the room that is left, but stays large enough for a camera.
            className="aspect-square h-0 max-h-80 min-h-36 grow self-center rounded-2xl lg:h-[min(54vh,36vw)] lg:max-h-none lg:min-h-0 lg:grow-0"
          />
          <figcaption>
            <p className="text-xl lg:text-[min(2.2vw,4.4vh)]">{shareTexts.scanTo[reason]}</p>
            <AddressText
              address={address}
              size={{ short: "text-4xl lg:text-[max(48px,min(3.75vw,6.7vh))]", long: "lg:text-[min(1.8vw,3.6vh)]" }}
            />
          </figcaption>
        </figure>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Key letter={key("R")} label={isRevealed ? shareTexts.hide : shareTexts.reveal} onClick={toggleResult} />
        {toggle && (
          <Key letter={key("F")} label={isFull ? shareTexts.leaveFullScreen : shareTexts.fullScreen} onClick={toggle} />
        )}
        {isHost && <Key letter={key("N")} label={roomTexts.nextQuestion} onClick={open} />}
        {NextQuestion && <NextQuestion survey={survey} isOpen={isOpen} onClose={close} />}
        {/* Only for screen readers. */}
        <div className="sr-only focus-within:not-sr-only">
          <Key letter={key("T")} label={shareTexts.sayTotal} onClick={sayTotal} />
        </div>
        <TallyAnnouncer
          sentence={
            isRevealed
              ? describeShown(survey)
              : describeResult({ totalVotes: participants, yesVotes: null, unsureVotes: 0 })
          }
          asked={asked}
        />
        {/* People who dictate say letters by accident. */}
        <Button look="plain" small onClick={() => setHasKeys(!hasKeys)}>
          {shareTexts.letterKeys(hasKeys)}
        </Button>
        <LiveSwitch pace="room" />
        {isHost && <Deferred component={roomControls} props={{ survey }} />}
        <div className="ms-auto flex gap-4">
          {isByLink && (
            <a href={`/rooms/${_id}`} className="py-2 font-semibold underline underline-offset-4">
              {roomTexts.summary}
            </a>
          )}
          <a href={`/surveydetails/${_id}`} className="py-2 font-semibold underline underline-offset-4">
            {shareTexts.leave}
          </a>
        </div>
      </div>
    </div>
  );
}

/** The shown result in words; a closed one as its rule decides, if it has one. */
const describeShown = (survey: Survey): string =>
  survey.closedAt === null ? describeResult(survey) : describeFinal(survey);

interface KeyProps {
  /** null if letters press nothing. */
  letter: string | null;
  label: string;
  onClick: () => void;
}

/** A button with the key that does the same. */
function Key({ letter, label, onClick }: KeyProps) {
  return (
    <Button look="quiet" small aria-keyshortcuts={letter ?? undefined} onClick={onClick}>
      {label}{" "}
      {letter && (
        <kbd className="rounded border border-line-strong px-1.5 text-sm font-normal text-muted">{letter}</kbd>
      )}
    </Button>
  );
}
