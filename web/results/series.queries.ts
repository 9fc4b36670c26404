import { getSeries } from "@survey-app/contract/series.ts";
import { inLanguage } from "@survey-app/contract/translations.ts";
import { LANGUAGE } from "@survey-app/texts/language.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";

/** The surveys that asked the question of a survey one after the other, oldest first. */
export const seriesOf = (survey: string) =>
  queryOptions({
    queryKey: ["surveys", "series", survey],
    queryFn: ({ signal }) => api(getSeries, { params: { survey } }, signal),
    select: (surveys) => surveys.map((each) => inLanguage(each, LANGUAGE)),
  });
