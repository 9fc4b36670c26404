import { followSurvey, getFollow, unfollowSurvey } from "@survey-app/contract/outcomes.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { useChange } from "../api/useChange.ts";

/** Whether the current user gets emails about a survey. In the group of votes, because voting changes it. */
export const followOf = (surveyId: string, userId: string) =>
  queryOptions({
    queryKey: ["votes", "follow", surveyId, userId],
    queryFn: ({ signal }) => api(getFollow, { params: { id: surveyId } }, signal),
    meta: { private: true },
  });

/** Changes whether the current user gets emails about a survey. */
export const useFollow = (surveyId: string) =>
  useChange(
    (follows: boolean) => api(follows ? followSurvey : unfollowSurvey, { params: { id: surveyId } }),
    ["votes", "follow", surveyId],
  );
