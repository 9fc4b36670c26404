import type { RequestOf } from "@survey-app/contract/endpoint.ts";
import type { Answer } from "@survey-app/contract/ledger.ts";
import { castVote, type Vote } from "@survey-app/contract/votes.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";

/** Casts a vote; totals and lists on the screen update when the server has confirmed it. */
export function useCastVote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof castVote>["body"]) => api(castVote, { body }),
    onSuccess: ({ insertedId, receipt }, { SurveyID, vote, replaces }) => {
      // The page shows the changed vote even if reading it again takes longer than its button waits.
      const change = { _id: insertedId, vote: Number(vote) as Answer, isChanged: true, ...(receipt && { receipt }) };
      if (replaces !== undefined)
        client.setQueriesData<Vote | null>({ queryKey: ["votes", "own", SurveyID] }, (own) =>
          own && own._id !== insertedId ? { ...own, ...change, turn: (own.turn ?? 0) + 1 } : own,
        );
      return readAgain(client, ["surveys"], ["votes"]);
    },
    // The vote may have been counted although no response arrived, or the survey has ended.
    onError: () => void readAgain(client, ["surveys"], ["votes"]),
  });
}
