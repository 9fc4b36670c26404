import { listMyComments, listMyParticipations, listMyReports } from "@survey-app/contract/votes.ts";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiPage } from "../api/api.ts";
import { after, privatePaging } from "../api/pagination.ts";

const endpoints = { participated: listMyParticipations, reported: listMyReports, commented: listMyComments } as const;

/** The surveys that the user with this email voted on, reported or commented on, newest first. */
export const participations = (part: keyof typeof endpoints, email: string) =>
  infiniteQueryOptions({
    queryKey: ["votes", part, email],
    queryFn: ({ pageParam, signal }) =>
      apiPage(endpoints[part], { params: { email }, query: after(pageParam) }, signal),
    ...privatePaging,
  });
