import type { RequestOf, ResponseOf } from "@survey-app/contract/endpoint.ts";
import { castInvitedVote, type getInvitation } from "@survey-app/contract/invitations.ts";
import type { Answer } from "@survey-app/contract/ledger.ts";
import { castVote, type Vote } from "@survey-app/contract/votes.ts";
import { useQueryClient } from "@tanstack/react-query";
import { api, apiWithBearer } from "../api/api.ts";
import { invalidateAndWait } from "../api/queryClient.ts";
import type { OpenedInvitation } from "./openedInvitation.ts";

type CastBody = RequestOf<typeof castVote>["body"];
export interface CastResponse {
  insertedId: string;
  receipt?: string | null | undefined;
  commentIgnored?: boolean | undefined;
}

/**
 * Returns a function that casts a vote. Totals and lists on the screen update when the server has confirmed it. It is not a mutation
 * of the query library, which most readers of a survey would load without voting.
 * @param invitation the opened invitation that votes in place of the account
 */
export function useCastVote(invitation: OpenedInvitation | null): (body: CastBody) => Promise<CastResponse> {
  const client = useQueryClient();
  const send = (body: CastBody): Promise<CastResponse> => {
    if (!invitation) return api(castVote, { body });
    const { SurveyID: id, vote, replaces, ticket } = body;
    return apiWithBearer(invitation.token, castInvitedVote, { params: { id }, body: { vote, replaces, ticket } });
  };
  return async (body) => {
    const { SurveyID, vote, replaces } = body;
    try {
      const response = await send(body);
      const { insertedId, receipt } = response;
      // The page shows the changed vote even if reading it again takes longer than its button waits.
      const change = { _id: insertedId, vote: Number(vote) as Answer, isChanged: true, ...(receipt && { receipt }) };
      const update = <Own extends Vote | null | undefined>(own: Own) =>
        own && own._id !== insertedId ? { ...own, ...change, turn: (own.turn ?? 0) + 1 } : own;
      if (replaces !== undefined) {
        client.setQueriesData<Vote | null>({ queryKey: ["votes", "own", SurveyID] }, update);
        client.setQueriesData<ResponseOf<typeof getInvitation>>(
          { queryKey: ["votes", "opened", SurveyID] },
          (opened) => opened && { ...opened, vote: update(opened.vote) },
        );
      }
      await invalidateAndWait(client, ["surveys"], ["votes"]);
      return response;
    } catch (error) {
      // The vote may have been counted although no response arrived, or the survey has ended.
      void invalidateAndWait(client, ["surveys"], ["votes"]);
      throw error;
    }
  };
}
