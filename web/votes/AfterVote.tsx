import { type Answer, CHANGES_MAX } from "@survey-app/contract/ballots/ledger.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import type { User } from "@survey-app/contract/users/users.ts";
import type { Vote } from "@survey-app/contract/votes/votes.ts";
import * as ballotTexts from "@survey-app/texts/ballotTexts.ts";
import * as signUpTexts from "@survey-app/texts/signUpTexts.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { type ReactNode, useEffect, useState } from "react";
import { ApiRequestError } from "../api/api.ts";
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
import { KeptCode } from "./KeptCode.tsx";
import { LedgerMark } from "./LedgerMark.tsx";
import type { OpenedInvitation } from "./openedInvitation.ts";
import { RulesLine } from "./RulesLine.tsx";
import { VotedPanel } from "./VotedPanel.tsx";
import { VoteWord } from "./VoteWord.tsx";

interface AfterVoteProps {
  survey: FullSurvey;
  isOver: boolean;
  /** Says that and when voting ended. */
  endedNote: ReactNode;
  /** The way to share the survey. */
  share: ReactNode;
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

/** The receipt, in place of the vote form, and where votes can be changed the form for that. */
export function AfterVote(props: AfterVoteProps) {
  const { survey, isOver, endedNote, share, user, invitation, own, cast, conflict, send } = props;
  const settings = useSettings();
  const [step, setStep] = useState<"first" | "changing" | "kept" | "changed">("first");
  const unconfirmed = user && !invitation && !user.emailVerified && settings.mail !== "off" ? user.email : null;
  const vote = own?.vote ?? (survey.privacy === "secret" ? null : cast?.vote) ?? null;

  // A page that is open when voting ends keeps its layout.
  const [wasOver] = useState(isOver);
  const whenEnded = wasOver && (
    <div data-voted className="text-sm">
      {endedNote}
    </div>
  );

  async function changeVote(answer: Answer): Promise<void> {
    try {
      await send({ vote: answer }, own?.receipt ?? own?.turn);
      setStep("changed");
    } catch (error) {
      if (error instanceof ApiRequestError && error.problem.currentVote) setStep("kept");
      throw error;
    }
  }

  if (vote === null || own?.vote === null)
    return (
      <div className="space-y-4">
        <SecretlyVoted survey={survey} isNew={cast !== null} unconfirmed={unconfirmed} />
        {whenEnded}
        {share}
        <RulesLine survey={survey} hasInvitation={invitation !== null} />
      </div>
    );
  if (own && step === "changing")
    return <ChangeVote survey={survey} vote={vote} changeVote={changeVote} onKeep={() => setStep("kept")} />;
  return (
    <div className="space-y-4">
      <Receipt
        {...{ survey, vote, unconfirmed, conflict }}
        receipt={own?.receipt ?? cast?.receipt}
        wasIgnored={cast?.commentIgnored === true}
        isNew={cast !== null || conflict !== null || step !== "first"}
        isChanged={step === "changed"}
      />
      {invitation && (
        <p className="text-sm text-muted">{voteTexts.votedAs(<UserText>{personName(invitation.votesAs)}</UserText>)}</p>
      )}
      {survey.changeable && !isOver && own && <ChangeButton turn={own.turn ?? 0} onClick={() => setStep("changing")} />}
      {whenEnded}
      {share}
      {survey.privacy !== "named" && <RulesLine survey={survey} hasInvitation={invitation !== null} />}
    </div>
  );
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

interface ReceiptProps {
  survey: FullSurvey;
  vote: Answer;
  receipt: string | null | undefined;
  /** It takes the place of a form on this page. */
  isNew: boolean;
  /** The vote was changed just now. */
  isChanged: boolean;
  /** Why another answer was not stored. */
  conflict: string | null;
  wasIgnored: boolean;
  /** The voter's email address, if it is still to be confirmed. */
  unconfirmed: string | null;
}

function Receipt({ survey, vote, receipt, isNew, isChanged, conflict, wasIgnored, unconfirmed }: ReceiptProps) {
  const isHidden = survey.results === "afterClose" && !survey.resultsVisible;
  const voted = isChanged ? voteTexts.isChanged : isHidden ? ballotTexts.voteIsIn : voteTexts.youVoted;
  return (
    <VotedPanel
      isNew={isNew}
      failure={conflict && <ErrorPanel text={conflict} />}
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
      {receipt && (
        <KeptCode name={voteTexts.receipt} code={receipt} copy={voteTexts.copyReceipt} use={voteTexts.receiptUse} />
      )}
      <LedgerMark survey={survey} />
      {wasIgnored && <p className="text-muted">{voteTexts.commentIgnored}</p>}
      {unconfirmed && <p className="text-sm text-muted">{signUpTexts.confirmationSent(unconfirmed)}</p>}
    </VotedPanel>
  );
}

interface SecretlyVotedProps {
  survey: FullSurvey;
  /** The vote was cast just now on this page. */
  isNew: boolean;
  /** The voter's email address, if it is still to be confirmed. */
  unconfirmed: string | null;
}

/** After a secret vote: that the user voted, without the answer, which is not stored with it. */
function SecretlyVoted({ survey, isNew, unconfirmed }: SecretlyVotedProps) {
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
      <LedgerMark survey={survey} />
      {unconfirmed && <p className="text-sm text-muted">{signUpTexts.confirmationSent(unconfirmed)}</p>}
    </VotedPanel>
  );
}
