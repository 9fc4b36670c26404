import { addComment, removeComment } from "@survey-app/contract/comments.ts";
import { api } from "../api/api.ts";
import { useChange } from "../api/useChange.ts";

/** Adds a comment to the current user's vote. */
export const useAddComment = (surveyId: string) =>
  useChange((comments: string) => api(addComment, { params: { id: surveyId }, body: { comments } }), ["votes"]);

/** Removes the comment of the current user's vote. */
export const useRemoveComment = (surveyId: string) =>
  useChange(() => api(removeComment, { params: { id: surveyId } }), ["votes"]);
