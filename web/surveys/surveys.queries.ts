import { CATEGORIES, type Category } from "@survey-app/contract/surveys/surveyFields.ts";
import {
  getSurvey,
  getSurveyHistory,
  listLatestSurveys,
  listPublishedSurveys,
  listTopSurveys,
  PUBLISHED,
  type Survey,
} from "@survey-app/contract/surveys/surveys.ts";
import { inLanguage } from "@survey-app/contract/surveys/translations.ts";
import { SEARCH_MAX } from "@survey-app/contract/text/limits.ts";
import { ALL_LANGUAGES, LISTED_LANGUAGES, readLanguageList } from "@survey-app/contract/text/listedLanguages.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { type InfiniteData, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, apiPage, type ListPage } from "../api/api.ts";
import { pageAfter, paging, setFields } from "../api/pagination.ts";

/** Surveys with each question in the reader's language, if it has been translated. */
export const readAll = <S extends Survey>(surveys: readonly S[]) =>
  surveys.map((survey) => inLanguage(survey, LANGUAGE));

export const latestSurveys = () =>
  queryOptions({
    queryKey: ["surveys", "latest"],
    queryFn: ({ signal }) => api(listLatestSurveys, {}, signal),
    select: readAll,
  });

export const mostVotedSurveys = () =>
  queryOptions({
    queryKey: ["surveys", "mostVoted"],
    queryFn: ({ signal }) => api(listTopSurveys, {}, signal),
    select: readAll,
  });

/**
 * One survey as `reader` (a user's id, or null) sees it: owners and admins see it before it is published. Its question
 * is as it was asked.
 */
export const oneSurvey = (id: string, reader: string | null) =>
  queryOptions({
    queryKey: ["surveys", "one", id, reader],
    queryFn: ({ signal }) => api(getSurvey, { params: { id } }, signal),
    ...(reader && { meta: { private: true } }),
  });

/**
 * The votes by day. Only owner and admins may read them for a survey that awaits review, and they differ by reader
 * where each person sees the results after their own vote.
 */
export const surveyHistory = (
  { _id, status, results, resultsVisible }: Pick<Survey, "_id" | "status" | "results" | "resultsVisible">,
  reader: string | null,
) => {
  const isPrivate = status !== PUBLISHED || results === "afterVote";
  return queryOptions({
    queryKey: ["surveys", "history", _id, resultsVisible, ...(isPrivate ? [reader] : [])],
    queryFn: ({ signal }) => api(getSurveyHistory, { params: { id: _id } }, signal),
    ...(isPrivate && { meta: { private: true } }),
  });
};

/** The listing's filter and order; all of it is in the URL. */
export interface ListingFilter {
  category: Category | "none";
  sort: "asc" | "desc" | "";
  by: "votes" | "newest" | "deadline" | "";
  state: "open" | "ended" | "unvoted" | "";
  q: string;
  /** Only surveys in these languages, with commas between; "all" for all, "" for what this browser remembers. */
  languages: string;
}

export function readListingFilter(search: URLSearchParams): ListingFilter {
  // Without JavaScript the form sends "votes.asc" as one parameter.
  const [by, sort] = search.get("order")?.split(".") ?? [search.get("by"), search.get("sort")];
  const listed = search.get(LISTED_LANGUAGES);
  const read = (name: string) => ({ by, sort })[name] ?? search.get(name);
  const oneOf = <T extends string>(name: string, values: readonly T[], otherwise: NoInfer<T>): T =>
    values.find((value) => value === read(name)) ?? otherwise;
  return {
    category: oneOf("category", ["none", ...CATEGORIES], "none"),
    sort: oneOf("sort", ["asc", "desc", ""], ""),
    by: oneOf("by", ["votes", "newest", "deadline", ""], ""),
    state: oneOf("state", ["open", "ended", "unvoted", ""], ""),
    q: (search.get("q") ?? "").trim().slice(0, SEARCH_MAX),
    languages: listed === ALL_LANGUAGES ? listed : readLanguageList(listed, ",").join(),
  };
}

const readPages = ({ pages, ...data }: InfiniteData<ListPage<Survey>, string | null>) => ({
  ...data,
  pages: pages.map((page) => ({ ...page, rows: readAll(page.rows) })),
});

/** @param reader the current user's id: what they have not voted on is private */
export const listedSurveys = ({ languages, ...others }: ListingFilter, reader: string | null = null) => {
  const filter = { ...others, languages: languages === ALL_LANGUAGES ? "" : languages };
  const isPrivate = filter.state === "unvoted" && reader !== null;
  return infiniteQueryOptions({
    ...paging,
    queryKey: ["surveys", "listing", filter, ...(isPrivate ? [reader] : [])],
    queryFn: ({ pageParam, signal }) =>
      apiPage(listPublishedSurveys, { query: { ...setFields(filter), ...pageAfter(pageParam) } }, signal),
    select: readPages,
    ...(isPrivate && { meta: { private: true } }),
  });
};
