import type { RequestOf } from "@survey-app/contract/endpoint.ts";
import { castVote } from "@survey-app/contract/votes.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";

/** Stores a vote; totals and lists on the screen follow once the server has acknowledged it. */
export function useCastVote() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestOf<typeof castVote>["body"]) => api(castVote, { body }),
    onSuccess: () => readAgain(client, ["surveys"], ["votes"]),
    // It may have been counted all the same, or the survey has ended.
    onError: () => void readAgain(client, ["surveys"], ["votes"]),
  });
}
