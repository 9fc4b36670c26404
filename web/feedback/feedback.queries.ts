import { getFeedback, listFeedback } from "@survey-app/contract/feedback.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, apiPage } from "../api/api.ts";
import { after, privatePaging } from "../api/pagination.ts";

/** The feedback that the user with this email received, newest first. */
export const ownFeedback = (email: string) =>
  infiniteQueryOptions({
    queryKey: ["feedback", "own", email],
    queryFn: ({ pageParam, signal }) => apiPage(listFeedback, { params: { email }, query: after(pageParam) }, signal),
    ...privatePaging,
  });

export const oneFeedback = (id: string) =>
  queryOptions({
    queryKey: ["feedback", "one", id],
    queryFn: ({ signal }) => api(getFeedback, { params: { id } }, signal),
    meta: { private: true },
  });
