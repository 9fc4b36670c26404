import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ApiRequestError } from "../api/api.ts";
import { Deferred, deferred, loadDeferred, useDeferred } from "../api/deferred.tsx";
import { QueryError } from "../api/QueryError.tsx";
import { useTicket } from "../api/useTicket.ts";
import { useSession } from "../session/useSession.ts";
import type { VoteStep } from "./AfterVote.tsx";
import { CastVote } from "./CastVote.tsx";
import { ContactLine } from "./ContactLine.tsx";
import type { CastResponse } from "./castVote.ts";
import { ownInvitation } from "./invitation.queries.ts";
import { useOpenedInvitation } from "./openedInvitation.ts";
import { useCastVote } from "./useCastVote.ts";
import { openedInvitationOn, ownVoteOn } from "./votes.queries.ts";

// Visitors see only the form.
const afterVote = deferred(async () => (await import("./AfterVote.tsx")).AfterVote);
// Few surveys are for invited people only.
const invitedVoter = deferred(async () => (await import("./InvitedVoter.tsx")).InvitedVoter);

interface VotePanelProps {
  survey: FullSurvey;
  isOver: boolean;
  /** Says that and when voting ended, in place of the form. */
  endedNote: ReactNode;
  /** Shown after voting: the way to share the survey. */
  share: ReactNode;
  /** The result, unless it comes before: after the form, and between the vote and its receipt. */
  result: ReactNode;
  /** Whether it has only yes and no, without report and comment. */
  isSimple?: boolean;
}

/**
 * The vote form and the result, then the vote, the result and the receipt, and where votes can be changed the form for
 * that. A vote is never shown as stored before the server has confirmed it.
 */
export function VotePanel(props: VotePanelProps) {
  const { survey, isOver, endedNote, result, isSimple = false } = props;
  const session = useSession();
  const user = session.phase === "signedIn" ? session.user : null;
  const isInvited = survey.electorate === "invited";
  // An opened invitation comes before the account.
  const invitation = useOpenedInvitation(survey._id);
  const isVoter = user !== null || invitation !== null;
  const ofAccount = useQuery(ownVoteOn(survey._id, invitation ? null : (user?._id ?? null)));
  const opened = useQuery(openedInvitationOn(survey._id, invitation));
  const ofList = useQuery(ownInvitation(survey._id, isInvited && !invitation ? (user?._id ?? null) : null));
  const query = invitation ? opened : ofAccount;
  const own = invitation ? opened.data?.vote : ofAccount.data;
  const castVote = useCastVote(invitation);
  const [cast, setCast] = useState<(CastResponse & { vote: Answer }) | null>(null);
  const ticketFor = useTicket<Answer>();
  const [conflict, setConflict] = useState<string | null>(null);
  // Where the result is hidden, only the ballot itself tells.
  const [wasRefused, setRefused] = useState(false);
  const steps = useState<VoteStep>("first");
  const AfterVote = useDeferred(afterVote);
  // Loads the code that this reader needs: it is not known earlier. After a vote, code that could not be loaded is
  // requested again, even if the response was lost and the vote was found later.
  const hasVoted = isVoter && Boolean(own || cast || invitation?.hasVoted);
  useEffect(() => {
    if (isInvited || isVoter || hasVoted) loadDeferred().catch(() => undefined);
  }, [isInvited, isVoter, hasVoted]);
  const isSecret = survey.privacy === "secret";

  /** @param replaces names the current vote, for a change of it */
  async function send(values: { vote: Answer; comments?: string }, replaces?: string | number): Promise<void> {
    setConflict(null);
    const ticket = isSecret ? ticketFor(values.vote) : undefined;
    try {
      const question = survey.label.questionHash;
      const response = await castVote({ SurveyID: survey._id, ...values, replaces, ticket, question });
      setCast({ ...response, vote: values.vote });
    } catch (error) {
      // The current vote replaces the form on the screen.
      if (error instanceof ApiRequestError) {
        if (error.problem.currentVote) setConflict(error.message);
        setRefused(error.problem.code === "invitationUsed");
      }
      throw error;
    }
  }

  const onList = invitation ? opened : ofList;
  const contact = !isOver && <ContactLine contact={isInvited ? onList.data?.contact : survey.contact} />;
  const after = (isRest: boolean) =>
    hasVoted &&
    AfterVote && <AfterVote {...{ ...props, isRest, steps, user, invitation, own, cast, conflict, send, contact }} />;
  const head = after(false);
  const isUsed = wasRefused || opened.data?.isUsed === true;
  const hasFailed = query.isError && query.data === undefined;
  const form = (
    <CastVote
      survey={survey}
      user={user}
      invitation={invitation}
      isKnown={session.phase === "visitor" || (own !== undefined && !hasVoted)}
      isSimple={isSimple}
      castVote={send}
    />
  );
  const before =
    isOver && !isUsed ? (
      endedNote
    ) : hasFailed && !(invitation && isEnded(query.error)) ? (
      <QueryError query={query} />
    ) : (
      <>
        {isInvited && isOver && endedNote}
        {isInvited ? (
          <Deferred
            component={invitedVoter}
            props={{ survey, invitation, isUsed, failure: hasFailed ? query.error.message : null, form }}
          />
        ) : (
          form
        )}
        {contact}
      </>
    );
  return (
    <>
      <div className="space-y-4">{head || before}</div>
      {/* In any state it is the same part of the page: its bar moves on. */}
      {result}
      {head && after(true)}
    </>
  );
}

/** Whether an invitation has to be opened again, or another one. */
const isEnded = (error: Error) => error instanceof ApiRequestError && error.status === 409;
