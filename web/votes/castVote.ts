import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import type { RequestOf, ResponseOf } from "@survey-app/contract/http/endpoint.ts";
import { castInvitedVote, type getInvitation } from "@survey-app/contract/invitations/invitations.ts";
import * as votes from "@survey-app/contract/votes/votes.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import type { QueryClient } from "@tanstack/react-query";
import { ApiRequestError, api, apiWithBearer } from "../api/api.ts";
import { Explained, NoResponse } from "../api/noResponse.ts";
import { invalidateAndWait } from "../api/queryClient.ts";
import { changeOpenedInvitation } from "./changeInvitation.ts";
import type { OpenedInvitation } from "./openedInvitation.ts";

export type CastBody = RequestOf<typeof votes.castVote>["body"];
export interface CastResponse {
  insertedId: string;
  receipt?: string | null | undefined;
  commentIgnored?: boolean | undefined;
}

/**
 * Casts a vote. Totals and lists on the screen update when the server has confirmed it.
 * @param invitation the opened invitation that votes in place of the account
 */
export async function castVote(
  client: QueryClient,
  invitation: OpenedInvitation | null,
  body: CastBody,
): Promise<CastResponse> {
  const { SurveyID: id, vote, replaces, ticket, question } = body;
  try {
    const response = await (invitation
      ? apiWithBearer(invitation.token, castInvitedVote, { params: { id }, body: { vote, replaces, ticket, question } })
      : api(votes.castVote, { body }));
    const { insertedId, receipt } = response;
    // The page shows the changed vote even if reading it again takes longer than its button waits.
    const change = { _id: insertedId, vote: Number(vote) as Answer, isChanged: true, ...(receipt && { receipt }) };
    const update = <Own extends votes.Vote | null | undefined>(own: Own) =>
      own && own._id !== insertedId ? { ...own, ...change, turn: (own.turn ?? 0) + 1 } : own;
    if (replaces !== undefined) {
      client.setQueriesData<votes.Vote | null>({ queryKey: ["votes", "own", id] }, update);
      client.setQueriesData<ResponseOf<typeof getInvitation>>(
        { queryKey: ["votes", "opened", id] },
        (opened) => opened && { ...opened, vote: update(opened.vote) },
      );
    }
    await invalidateAndWait(client, ["surveys"], ["votes"]);
    // For when the page is loaded again. Only a secret vote has a ticket; the server shows every other vote to this
    // browser.
    if (invitation && ticket !== undefined) changeOpenedInvitation(id, invitation, () => ({ hasVoted: true }));
    return response;
  } catch (error) {
    // The vote may have been counted although no response arrived, or the survey has ended.
    void invalidateAndWait(client, ["surveys"], ["votes"]);
    if (error instanceof NoResponse && error.wasAction)
      throw new Explained(replaces === undefined ? voteTexts.voteUnknown : voteTexts.changeUnknown);
    const isGone = error instanceof ApiRequestError && error.status === 404;
    throw isGone ? new ApiRequestError({ ...error.problem, detail: voteTexts.surveyGone }) : error;
  }
}
