import { getMySurveyorRequest } from "@survey-app/contract/surveys/surveyorRequests.ts";
import type { User } from "@survey-app/contract/users/users.ts";
import { queryOptions } from "@tanstack/react-query";
import { privateQuery } from "../api/privateQuery.ts";
import { isRequestingSurveyor } from "../session/isRequestingSurveyor.ts";

/** The current user's request to become a surveyor; only for users who are not surveyors. */
export const ownRequest = (user: User | null) =>
  queryOptions({
    ...privateQuery(["surveys", "request", user?._id], getMySurveyorRequest, {}),
    enabled: isRequestingSurveyor(user) && !user?.isGuest,
  });
