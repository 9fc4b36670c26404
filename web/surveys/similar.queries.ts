import { listSimilarSurveys } from "@survey-app/contract/similarSurveys.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";

/** Open surveys that ask nearly the same as `title`, without the one that is being edited. */
export const similarTo = (title: string, exclude: string | undefined) =>
  queryOptions({
    queryKey: ["surveys", "similar", title, exclude],
    queryFn: ({ signal }) => api(listSimilarSurveys, { query: { title, ...(exclude && { exclude }) } }, signal),
    // A late tip is useless, and a form must not add to the load of a busy server.
    retry: false,
  });
