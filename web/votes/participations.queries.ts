import { listMyComments, listMyParticipations, listMyReports } from "@survey-app/contract/votes.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiPage } from "../api/api.ts";

const calls = { participated: listMyParticipations, reported: listMyReports, commented: listMyComments } as const;

/** The surveys that the person with this address voted on, reported or commented on, newest first. */
export const participations = (part: keyof typeof calls, email: string) =>
  infiniteQueryOptions({
    queryKey: ["votes", part, email],
    queryFn: ({ pageParam, signal }) =>
      apiPage(calls[part], { params: { email }, query: pageParam ? { cursor: pageParam } : {} }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    meta: { private: true },
  });
