import { getFeedback, listFeedback } from "@survey-app/contract/feedback.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, apiPage } from "../api/api.ts";

/** What the person with this address got, newest first. */
export const ownFeedback = (email: string) =>
  infiniteQueryOptions({
    queryKey: ["feedback", "own", email],
    queryFn: ({ pageParam, signal }) =>
      apiPage(listFeedback, { params: { email }, query: pageParam ? { cursor: pageParam } : {} }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    meta: { private: true },
  });

export const oneFeedback = (id: string) =>
  queryOptions({
    queryKey: ["feedback", "one", id],
    queryFn: ({ signal }) => api(getFeedback, { params: { id } }, signal),
    meta: { private: true },
  });
