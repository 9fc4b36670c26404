import { addComment, removeComment } from "@survey-app/contract/comments.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";

/** Adds a comment to the current user's vote. */
export function useAddComment(surveyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (comments: string) => api(addComment, { params: { id: surveyId }, body: { comments } }),
    // Also after a failure: it may have been added in another tab, or although no response arrived.
    onSettled: () => readAgain(client, ["votes"]),
  });
}

/** Removes the comment of the current user's vote. */
export function useRemoveComment(surveyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api(removeComment, { params: { id: surveyId } }),
    onSettled: () => readAgain(client, ["votes"]),
  });
}
