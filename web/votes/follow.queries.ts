import { followSurvey, getFollow, unfollowSurvey } from "@survey-app/contract/outcomes.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";

/** Whether the current user gets emails about a survey. In the group of votes, because voting changes it. */
export const followOf = (surveyId: string, userId: string) =>
  queryOptions({
    queryKey: ["votes", "follow", surveyId, userId],
    queryFn: ({ signal }) => api(getFollow, { params: { id: surveyId } }, signal),
    meta: { private: true },
  });

/** Changes whether the current user gets emails about a survey. */
export function useFollow(surveyId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (follows: boolean) => api(follows ? followSurvey : unfollowSurvey, { params: { id: surveyId } }),
    onSettled: () => readAgain(client, ["votes", "follow", surveyId]),
  });
}
