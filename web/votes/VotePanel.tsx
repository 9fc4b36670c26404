import { type Answer, CHANGES_MAX } from "@survey-app/contract/ledger.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ApiRequestError } from "../api/api.ts";
import { Deferred, deferred, loadDeferred } from "../api/deferred.tsx";
import { failureOf } from "../api/failure.ts";
import { useTicket } from "../api/useTicket.ts";
import { useSettings } from "../session/settings.ts";
import { useSession } from "../session/useSession.ts";
import * as ballotTexts from "../texts/ballotTexts.ts";
import * as signUpTexts from "../texts/signUpTexts.ts";
import * as voteTexts from "../texts/voteTexts.ts";
import { Button } from "../ui/Button.tsx";
import { CopyButton } from "../ui/CopyButton.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { Icon } from "../ui/Icon.tsx";
import { innerIcons } from "../ui/innerIcons.ts";
import { UserText } from "../ui/UserText.tsx";
import { CastVote } from "./CastVote.tsx";
import { ExplainedRules } from "./ExplainedRules.tsx";
import { useHeldInvitation } from "./heldInvitation.ts";
import { SecretlyVoted } from "./SecretlyVoted.tsx";
import { useCastVote } from "./useCastVote.ts";
import { VotedPanel } from "./VotedPanel.tsx";
import { VoteWord } from "./VoteWord.tsx";
import { ownVoteOn } from "./votes.queries.ts";

// Few surveys offer it, and it needs a click.
const changeForm = deferred(async () => (await import("./ChangeVote.tsx")).ChangeVote);
// Few surveys are for invited people only.
const invitedVoter = deferred(async () => (await import("./InvitedVoter.tsx")).InvitedVoter);

interface VotePanelProps {
  survey: Survey;
  ended: boolean;
  /** Says when voting ended. */
  endedNote: ReactNode;
  /** Shown after voting: the way to share the survey. */
  share: ReactNode;
  /** Only yes and no, without report and comment. */
  simple?: boolean;
}

/**
 * The vote form, then the receipt, and where votes can be changed the form for that. A vote is never shown as stored before
 * the server has confirmed it.
 */
export function VotePanel({ survey, ended, endedNote, share, simple = false }: VotePanelProps) {
  const session = useSession();
  const user = session.phase === "signedIn" ? session.user : null;
  const settings = useSettings();
  const isInvited = survey.electorate === "invited";
  // An opened invitation comes before the account.
  const held = useHeldInvitation(survey._id);
  // Whether the reader can vote is not known before.
  useEffect(() => {
    if (isInvited) loadDeferred().catch(() => undefined);
  }, [isInvited]);
  const isVoter = user !== null || held !== null;
  const own = useQuery(ownVoteOn(survey._id, user?._id ?? null, held));
  const cast = useCastVote(held);
  const [wasIgnored, setIgnored] = useState(false);
  const ticketFor = useTicket<Answer>();
  const [step, setStep] = useState<"first" | "changing" | "kept" | "changed">("first");
  const [conflict, setConflict] = useState<string | null>(null);
  const isSecret = survey.privacy === "secret";
  const vote = own.data?.vote ?? (cast.isSuccess && !isSecret ? (Number(cast.variables.vote) as Answer) : null);

  /** @param replaces names the current vote, for a change of it */
  async function send(values: { vote: Answer; comments?: string }, replaces?: string | number): Promise<void> {
    setConflict(null);
    const ticket = isSecret ? ticketFor(values.vote) : undefined;
    try {
      const answer = await cast.mutateAsync({ SurveyID: survey._id, ...values, replaces, ticket });
      setIgnored(answer.commentIgnored === true);
    } catch (error) {
      // The current vote replaces the form on the screen.
      if (error instanceof ApiRequestError && error.problem.currentVote) {
        setConflict(error.message);
        setStep("kept");
      }
      throw error;
    }
  }

  const unconfirmed = user && !held && !user.emailVerified && settings.mail !== "off" ? user.email : null;
  // Confidential votes by code are not shown either.
  if (isVoter && (own.data?.vote === null || (isSecret && cast.isSuccess)))
    return (
      <div className="space-y-4">
        <SecretlyVoted surveyId={survey._id} isNew={cast.isSuccess} unconfirmed={unconfirmed} />
        {share}
        <ExplainedRules survey={survey} />
      </div>
    );
  if (isVoter && own.data && vote !== null && step === "changing")
    return (
      <Deferred
        part={changeForm}
        props={{
          survey,
          vote,
          changeVote: (answer: Answer) =>
            send({ vote: answer }, own.data?.receipt ?? own.data?.turn).then(() => setStep("changed")),
          onKeep: () => setStep("kept"),
        }}
      />
    );
  if (isVoter && vote !== null) {
    const receipt = own.data?.receipt ?? cast.data?.receipt;
    return (
      <div className="space-y-4">
        <Receipt
          {...{ survey, vote, receipt, wasIgnored, unconfirmed, conflict }}
          isNew={cast.isSuccess || step !== "first"}
          isChanged={step === "changed"}
        />
        {held && <p className="text-sm text-muted">{voteTexts.votedAs(<UserText>{held.votesAs}</UserText>)}</p>}
        {survey.changeable && !ended && own.data && (
          <ChangeButton turn={own.data.turn ?? 0} onClick={() => setStep("changing")} />
        )}
        {share}
        {survey.privacy !== "named" && <ExplainedRules survey={survey} />}
      </div>
    );
  }
  if (ended) {
    return (
      <div className="space-y-3">
        <button
          type="button"
          disabled
          aria-describedby="ended"
          className="inline-flex min-h-11 items-center gap-2 rounded-lg bg-sunken px-5 font-semibold text-muted"
        >
          <Icon path={innerIcons.lock} size={18} /> {voteTexts.ended}
        </button>
        <p id="ended" className="text-muted">
          {endedNote} {voteTexts.noMoreVotes}
        </p>
      </div>
    );
  }
  const hasFailed = own.isError && own.data === undefined;
  if (hasFailed && !(held && isEnded(own.error)))
    return <ErrorPanel {...failureOf(own.error)} onRetry={() => void own.refetch()} />;
  const form = (
    <CastVote
      survey={survey}
      user={user}
      held={held}
      isKnown={session.phase === "visitor" || own.data !== undefined}
      simple={simple}
      castVote={send}
    />
  );
  if (!isInvited) return form;
  return <Deferred part={invitedVoter} props={{ survey, held, failure: hasFailed ? own.error.message : null, form }} />;
}

/** Whether an invitation has to be opened again, or another one. */
const isEnded = (error: Error) => error instanceof ApiRequestError && error.status === 409;

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
  survey: Survey;
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
    <VotedPanel isNew={isNew}>
      {conflict && <ErrorPanel text={conflict} />}
      <p className="flex flex-wrap items-center gap-2 text-xl font-semibold">
        {voted} <VoteWord vote={vote} />
      </p>
      <p className="text-muted">
        {voteTexts.counted} {survey.privacy === "confidential" && voteTexts.onlyYouSee}
      </p>
      {receipt && (
        <div className="text-sm text-muted">
          <p className="flex flex-wrap items-center gap-x-2">
            {voteTexts.receipt}
            <span className="inline-flex items-center gap-1 whitespace-nowrap">
              <code className="text-ink">{receipt}</code>
              <CopyButton text={receipt} label={voteTexts.copyReceipt} />
            </span>
          </p>
          <p>{voteTexts.receiptUse}</p>
        </div>
      )}
      {wasIgnored && <p className="text-muted">{voteTexts.commentIgnored}</p>}
      {unconfirmed && <p className="text-sm text-muted">{signUpTexts.confirmationSent(unconfirmed)}</p>}
    </VotedPanel>
  );
}
