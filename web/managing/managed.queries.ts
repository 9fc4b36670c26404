import { getSending } from "@survey-app/contract/surveys/outcomes.ts";
import { listAllSurveys, listMySurveys } from "@survey-app/contract/surveys/surveys.ts";
import { getMyNumbers } from "@survey-app/contract/votes/ownNumbers.ts";
import { listUnlistedSurveys } from "@survey-app/contract/votes/unlistedSurveys.ts";
import { queryOptions } from "@tanstack/react-query";
import { apiPage } from "../api/api.ts";
import { setFields } from "../api/pagination.ts";
import { privateListQuery } from "../api/privateListQuery.ts";
import { privateQuery } from "../api/privateQuery.ts";

export const ownSurveys = (email: string) =>
  privateListQuery(["surveys", "own", email], listMySurveys, { query: { email } });

/** The numbers on the dashboard of the user with this id. */
export const myNumbers = (userId: string) => privateQuery(["surveys", "numbers", userId], getMyNumbers, {});

/** The emails that the owner of a survey can still send. */
export const sendingOf = (surveyId: string) =>
  privateQuery(["sending", surveyId], getSending, { params: { id: surveyId } });

/** The number of reported surveys that the dashboard's first page lists. */
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
  status: "" | "1" | "2";
  q: string;
}

export const allSurveys = (filter: AdminFilter) =>
  privateListQuery(["surveys", "all", filter], listAllSurveys, { query: setFields(filter) });

/** The unlisted surveys; with `isNew` only those that no admin has accepted. */
export const unlistedSurveys = (isNew: boolean) =>
  privateListQuery(["surveys", "unlisted", isNew], listUnlistedSurveys, { query: isNew ? { new: "1" } : {} });
