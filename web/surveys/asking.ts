import { getMySurveyorRequest } from "@survey-app/contract/surveyorRequests.ts";
import type { User } from "@survey-app/contract/users.ts";
import { queryOptions } from "@tanstack/react-query";
import { privateQuery } from "../api/privateQuery.ts";

/** Whether a user is not a surveyor, and so asks a first question together with the request to become one. */
export const isAsker = (user: User | null): boolean => user?.role === "user" || user?.role === "pro-user";

/** The current user's request to become a surveyor; only for users who are not surveyors. */
export const ownRequest = (user: User | null) =>
  queryOptions({
    ...privateQuery(["surveys", "request", user?._id], getMySurveyorRequest, {}),
    enabled: isAsker(user),
  });
