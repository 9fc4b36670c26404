import { type Answer, CHANGES_MAX } from "@survey-app/contract/ballots/ledger.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import type { User } from "@survey-app/contract/users/users.ts";
import type { Vote } from "@survey-app/contract/votes/votes.ts";
import * as ballotTexts from "@survey-app/texts/ballotTexts.ts";
import * as signUpTexts from "@survey-app/texts/signUpTexts.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { type ReactNode, useEffect, useState } from "react";
import { ApiRequestError, serverNow } from "../api/api.ts";
import { useSettings } from "../api/settings.ts";
import { voteDraftKey } from "../session/draftKeys.ts";
import { Button } from "../ui/Button.tsx";
import { clearDraft } from "../ui/draft.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { UserText } from "../ui/UserText.tsx";
import { ChangeVote } from "./ChangeVote.tsx";
import type { CastResponse } from "./castVote.ts";
import { choiceOf } from "./choices.ts";
import { KeptCode } from "./KeptCode.tsx";
import { LedgerMark } from "./LedgerMark.tsx";
import type { OpenedInvitation } from "./openedInvitation.ts";
import { RulesLine } from "./RulesLine.tsx";
import { VotedPanel } from "./VotedPanel.tsx";
import { VoteWord } from "./VoteWord.tsx";

/** The last thing that the reader did with their vote on this page. */
export type VoteStep = "first" | "changing" | "kept" | "changed";

interface AfterVoteProps {
  /**
   * The head says that the vote is counted. The result follows, then the rest: the receipt, and the ways to change the
   * vote and to share.
   */
  isRest: boolean;
  steps: [VoteStep, (step: VoteStep) => void];
  survey: FullSurvey;
  isOver: boolean;
  /** Says that and when voting ended. */
  endedNote: ReactNode;
  /** The way to share the survey. */
  share: ReactNode;
  /** The contact for questions. */
  contact: ReactNode;
  user: User | null;
  /** The opened invitation that the vote was cast with. */
  invitation: OpenedInvitation | null;
  /** The stored vote, as far as it is loaded. */
  own: Vote | null | undefined;
  /** The vote that was cast on this page. */
  cast: (CastResponse & { vote: Answer }) | null;
  /** Why another answer was not stored. */
  conflict: string | null;
  /** @param replaces names the current vote, for a change of it */
  send: (values: { vote: Answer }, replaces?: string | number) => Promise<void>;
}

/** A part of the content that replaces the vote form; where votes can be changed, the head can be the form for that. */
export function AfterVote(props: AfterVoteProps) {
  const { isRest, steps, survey, own, cast, conflict, send, contact } = props;
  const [step, setStep] = steps;
  const vote = own?.vote ?? (survey.privacy === "secret" ? null : cast?.vote) ?? null;
  if (isRest) return step === "changing" ? contact : <Rest {...props} vote={own?.vote === null ? null : vote} />;

  async function changeVote(answer: Answer): Promise<void> {
    try {
      await send({ vote: answer }, own?.receipt ?? own?.turn);
      setStep("changed");
    } catch (error) {
      if (error instanceof ApiRequestError && error.problem.currentVote) setStep("kept");
      throw error;
    }
  }

  const drop = cast && <span hidden data-drop={dropOf(survey, cast.vote)} />;
  if (vote === null || own?.vote === null)
    return (
      <>
        <SecretlyVoted survey={survey} isNew={cast !== null} />
        {drop}
      </>
    );
  if (own && step === "changing")
    return <ChangeVote survey={survey} vote={vote} changeVote={changeVote} onKeep={() => setStep("kept")} />;
  return (
    <>
      <Voted
        {...{ survey, vote, conflict }}
        isNew={cast !== null || conflict !== null || step !== "first"}
        isChanged={step === "changed"}
      />
      {drop}
    </>
  );
}

/** The voter's receipt and next steps. */
function Rest(props: AfterVoteProps & { vote: Answer | null }) {
  const { survey, isOver, endedNote, share, user, invitation, own, cast, vote, steps, contact } = props;
  const [, setStep] = steps;
  const settings = useSettings();
  const unconfirmed = user && !invitation && !user.emailVerified && settings.mail !== "off" ? user.email : null;
  const receipt = vote === null ? null : (own?.receipt ?? cast?.receipt);
  // A page that is open when voting ends keeps its layout.
  const [wasOver] = useState(isOver);
  return (
    <div className="space-y-4">
      {/* Below the result, so that this doesn't move when it opens. */}
      <AwaitedResult survey={survey} />
      {receipt && (
        <KeptCode name={voteTexts.receipt} code={receipt} copy={voteTexts.copyReceipt} use={voteTexts.receiptUse} />
      )}
      <LedgerMark survey={survey} />
      {cast?.commentIgnored === true && <p className="text-muted">{voteTexts.commentIgnored}</p>}
      {unconfirmed && <p className="text-sm text-muted">{signUpTexts.confirmationSent(unconfirmed)}</p>}
      {invitation && vote !== null && (
        <p className="text-sm text-muted">{voteTexts.votedAs(<UserText>{personName(invitation.votesAs)}</UserText>)}</p>
      )}
      {survey.changeable && !isOver && own && vote !== null && (
        <ChangeButton turn={own.turn ?? 0} onClick={() => setStep("changing")} />
      )}
      {wasOver && (
        <div data-voted className="text-sm">
          {endedNote}
        </div>
      )}
      {share}
      {(vote === null || survey.privacy !== "named") && (
        <RulesLine survey={survey} hasInvitation={invitation !== null} />
      )}
      {contact}
    </div>
  );
}

/** The side of the bar onto which the dot of a vote drops (`voted.css`); "box" where the page must not tell which. */
const dropOf = ({ privacy, resultsVisible }: FullSurvey, vote: Answer) =>
  privacy === "secret" || !resultsVisible ? "box" : choiceOf(vote).tone;

/** The time until a hidden result opens, which it does without a press. */
function AwaitedResult({ survey }: { survey: FullSurvey }) {
  const { resultsVisible, resultsOpen } = survey;
  const isDated = !resultsVisible && resultsOpen !== null && !Number.isNaN(Date.parse(resultsOpen));
  return isDated && <Countdown until={resultsOpen} />;
}

function Countdown({ until }: { until: string }) {
  const left = useSecondsLeft(until);
  if (left === 0) return null;
  const days = Math.floor(left / DAY_SECONDS);
  return (
    <p>
      <span className="block text-sm text-muted">{voteTexts.resultIn}</span>
      <span role="timer" className="text-3xl leading-tight font-bold tabular-nums">
        {days > 0 ? voteTexts.days(days) : <span translate="no">{clockOf(left)}</span>}
      </span>
    </p>
  );
}

const DAY_SECONDS = 86_400;

/** The whole seconds until an instant by the server's clock; 0 once it has passed. */
function useSecondsLeft(until: string): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
}

/** Seconds as hours, minutes and seconds: "3:04:05", or "4:05" in the last hour. */
function clockOf(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const rest = [Math.floor(seconds / 60) % 60, seconds % 60];
  const [first = "", ...others] = (hours > 0 ? [hours, ...rest] : rest).map(String);
  return [first, ...others.map((part) => part.padStart(2, "0"))].join(":");
}

/** Opens the form for another answer, as long as the voter has changes left. */
function ChangeButton({ turn, onClick }: { turn: number; onClick: () => void }) {
  const left = CHANGES_MAX - turn;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {left > 0 && (
        <Button look="quiet" small onClick={onClick}>
          <Icon path={innerIcons.pencil} size={16} /> {voteTexts.change}
        </Button>
      )}
      <span className="text-sm text-muted">{voteTexts.changesLeft(left)}</span>
    </div>
  );
}

interface VotedProps {
  survey: FullSurvey;
  vote: Answer;
  /** It takes the place of a form on this page. */
  isNew: boolean;
  /** The vote was changed just now. */
  isChanged: boolean;
  /** Why another answer was not stored. */
  conflict: string | null;
}

function Voted({ survey, vote, isNew, isChanged, conflict }: VotedProps) {
  const isHidden = survey.results === "afterClose" && !survey.resultsVisible;
  const voted = isChanged ? voteTexts.isChanged : isHidden ? ballotTexts.voteIsIn : voteTexts.youVoted;
  return (
    <VotedPanel
      isNew={isNew}
      failure={conflict && <ErrorPanel text={conflict} />}
      side={choiceOf(vote).tone}
      heading={
        <>
          {`${voted} `}
          <VoteWord vote={vote} />
        </>
      }
    >
      <p className="text-muted">
        {voteTexts.counted} {survey.privacy === "confidential" && voteTexts.onlyYouSee}
      </p>
    </VotedPanel>
  );
}

/**
 * After a secret vote: that the user voted, without the answer, which is not stored with it.
 * @param isNew whether the vote was cast just now on this page
 */
function SecretlyVoted({ survey, isNew }: { survey: FullSurvey; isNew: boolean }) {
  // Another tab may have cast the vote: the choice must not stay in this one.
  useEffect(() => clearDraft("session", voteDraftKey(survey._id)), [survey._id]);
  return (
    <VotedPanel
      isNew={isNew}
      heading={
        <span className="flex items-center gap-2">
          <Icon name="check" size={20} /> {voteTexts.youVotedSecretly}
        </span>
      }
    >
      <p className="text-muted">{isNew ? voteTexts.counted : voteTexts.onVoterList}</p>
    </VotedPanel>
  );
}
