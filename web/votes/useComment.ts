import { addComment, removeComment } from "@survey-app/contract/votes/comments.ts";
import { api } from "../api/api.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";

/** Adds a comment to the current user's vote. */
export const useAddComment = (surveyId: string) =>
  useInvalidatingMutation(
    (comments: string) => api(addComment, { params: { id: surveyId }, body: { comments } }),
    ["votes"],
  );

/** Removes the comment of the current user's vote. */
export const useRemoveComment = (surveyId: string) =>
  useInvalidatingMutation(() => api(removeComment, { params: { id: surveyId } }), ["votes"]);
