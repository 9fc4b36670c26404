import { getSeries, type SeriesSurvey } from "@survey-app/contract/surveys/series.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAll } from "../surveys/surveys.queries.ts";

/** The surveys that asked the question of a survey one after the other, oldest first. */
export const seriesOf = (survey: string) =>
  queryOptions({
    queryKey: ["surveys", "series", survey],
    queryFn: ({ signal }) => api(getSeries, { params: { survey } }, signal),
    select: readAll<SeriesSurvey>,
  });
