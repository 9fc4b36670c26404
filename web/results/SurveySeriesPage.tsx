import * as seriesTexts from "@survey-app/texts/seriesTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { absenceOf } from "../api/absenceOf.ts";
import { PageFallback } from "../layout/PageFallback.tsx";
import type { PageProps } from "../routing/page.ts";
import { SurveySeries } from "./SurveySeries.tsx";
import { seriesOf } from "./series.queries.ts";

export function SurveySeriesPage({ params: { survey = "" } }: PageProps) {
  const query = useQuery(seriesOf(survey));
  if (!query.data) return <PageFallback {...absenceOf(query)} title={seriesTexts.title} />;
  return <SurveySeries surveys={query.data} />;
}
