import { getMyNumbers, listAllSurveys, listMySurveys } from "@survey-app/contract/surveys.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { apiPage } from "../api/api.ts";
import { ownQuery } from "../api/ownQuery.ts";
import { after, privatePaging, setFields } from "../api/pagination.ts";

export const ownSurveys = (email: string) =>
  infiniteQueryOptions({
    ...privatePaging,
    queryKey: ["surveys", "own", email],
    queryFn: ({ pageParam, signal }) => apiPage(listMySurveys, { query: { email, ...after(pageParam) } }, signal),
    // Other admins and owners change these surveys too.
    staleTime: 0,
  });

/** The numbers on the dashboard of the user with this id. */
export const myNumbers = (userId: string) => ownQuery(["surveys", "numbers", userId], getMyNumbers, {});

/** How many reported surveys the dashboard's first page lists. */
export const REPORTED_SHOWN = 5;

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
  status: "" | "1" | "2" | "3";
  q: string;
}

export const allSurveys = (filter: AdminFilter) =>
  infiniteQueryOptions({
    ...privatePaging,
    queryKey: ["surveys", "all", filter],
    queryFn: ({ pageParam, signal }) =>
      apiPage(listAllSurveys, { query: { ...setFields(filter), ...after(pageParam) } }, signal),
    // Other admins and owners change these surveys too.
    staleTime: 0,
  });
