import type { RequestOf } from "@survey-app/contract/endpoint.ts";
import { castVote } from "@survey-app/contract/votes.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";

/** Casts a vote; totals and lists on the screen update when the server has confirmed it. */
export function useCastVote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof castVote>["body"]) => api(castVote, { body }),
    onSuccess: () => readAgain(client, ["surveys"], ["votes"]),
    // The vote may have been counted although no response arrived, or the survey has ended.
    onError: () => void readAgain(client, ["surveys"], ["votes"]),
  });
}
