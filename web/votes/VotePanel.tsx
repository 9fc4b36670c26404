import type { Answer } from "@survey-app/contract/ledger.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ApiRequestError } from "../api/api.ts";
import { Deferred, deferred, loadDeferred, usePart } from "../api/deferred.tsx";
import { QueryError } from "../api/QueryError.tsx";
import { useTicket } from "../api/useTicket.ts";
import { useSession } from "../session/useSession.ts";
import { CastVote } from "./CastVote.tsx";
import { useHeldInvitation } from "./heldInvitation.ts";
import { type CastResponse, useCastVote } from "./useCastVote.ts";
import { ownVoteOn } from "./votes.queries.ts";

// Visitors see only the form.
const afterVote = deferred(async () => (await import("./AfterVote.tsx")).AfterVote);
// Few surveys are for invited people only.
const invitedVoter = deferred(async () => (await import("./InvitedVoter.tsx")).InvitedVoter);

interface VotePanelProps {
  survey: Survey;
  ended: boolean;
  /** Says that and when voting ended, in place of the form. */
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
  const isInvited = survey.electorate === "invited";
  // An opened invitation comes before the account.
  const held = useHeldInvitation(survey._id);
  const isVoter = user !== null || held !== null;
  const own = useQuery(ownVoteOn(survey._id, user?._id ?? null, held));
  const castVote = useCastVote(held);
  const [cast, setCast] = useState<(CastResponse & { vote: Answer }) | null>(null);
  const ticketFor = useTicket<Answer>();
  const [conflict, setConflict] = useState<string | null>(null);
  const AfterVote = usePart(afterVote);
  // Whether the reader of a survey for invited people can vote is not known before. After a vote, code that could not be loaded
  // is requested again, also where the response was lost and the vote found later.
  const hasVoted = isVoter && Boolean(own.data || cast);
  useEffect(() => {
    if (isInvited || isVoter || hasVoted) loadDeferred().catch(() => undefined);
  }, [isInvited, isVoter, hasVoted]);
  const isSecret = survey.privacy === "secret";

  /** @param replaces names the current vote, for a change of it */
  async function send(values: { vote: Answer; comments?: string }, replaces?: string | number): Promise<void> {
    setConflict(null);
    const ticket = isSecret ? ticketFor(values.vote) : undefined;
    try {
      const response = await castVote({ SurveyID: survey._id, ...values, replaces, ticket });
      setCast({ ...response, vote: values.vote });
    } catch (error) {
      // The current vote replaces the form on the screen.
      if (error instanceof ApiRequestError && error.problem.currentVote) setConflict(error.message);
      throw error;
    }
  }

  if (hasVoted && AfterVote)
    return <AfterVote {...{ survey, ended, share, user, held, own: own.data, cast, conflict, send }} />;
  if (ended) return endedNote;
  const hasFailed = own.isError && own.data === undefined;
  if (hasFailed && !(held && isEnded(own.error))) return <QueryError query={own} />;
  const form = (
    <CastVote
      survey={survey}
      user={user}
      held={held}
      isKnown={session.phase === "visitor" || (own.data !== undefined && !hasVoted)}
      simple={simple}
      castVote={send}
    />
  );
  if (!isInvited) return form;
  return <Deferred part={invitedVoter} props={{ survey, held, failure: hasFailed ? own.error.message : null, form }} />;
}

/** Whether an invitation has to be opened again, or another one. */
const isEnded = (error: Error) => error instanceof ApiRequestError && error.status === 409;
