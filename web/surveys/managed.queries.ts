import { listAllSurveys, listMySurveys } from "@survey-app/contract/surveys.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { apiPage } from "../api/api.ts";
import { after, paging } from "../api/pagination.ts";

export const ownSurveys = (email: string) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: ["surveys", "own", email],
    queryFn: ({ pageParam, signal }) => apiPage(listMySurveys, { query: { email, ...after(pageParam) } }, signal),
    // Other admins and owners change these surveys too.
    staleTime: 0,
    meta: { private: true },
  });

/** The first surveys with open reports, and their number; for admins. */
export const reportedSurveys = (limit: number) =>
  queryOptions({
    queryKey: ["surveys", "reported", limit],
    queryFn: ({ signal }) => apiPage(listAllSurveys, { query: { reported: "1", limit } }, signal),
    // Other admins and owners change these surveys too.
    staleTime: 0,
    meta: { private: true },
  });

export interface AdminFilter {
  status: "" | "1" | "2";
  q: string;
}

export const allSurveys = (filter: AdminFilter) =>
  infiniteQueryOptions({
    ...paging,
    queryKey: ["surveys", "all", filter],
    queryFn: ({ pageParam, signal }) => {
      const { status, q } = filter;
      const query = { ...(status && { status }), ...(q && { q }), ...after(pageParam) };
      return apiPage(listAllSurveys, { query }, signal);
    },
    // Other admins and owners change these surveys too.
    staleTime: 0,
    meta: { private: true },
  });
