import * as seriesTexts from "@survey-app/texts/seriesTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { absenceOf } from "../api/absenceOf.ts";
import { PageFallback } from "../layout/PageFallback.tsx";
import { SurveySeries } from "../results/SurveySeries.tsx";
import { seriesOf } from "../results/series.queries.ts";
import type { PageProps } from "../routing/page.ts";

export function SurveySeriesPage({ params: { survey = "" } }: PageProps) {
  const query = useQuery(seriesOf(survey));
  if (!query.data) return <PageFallback {...absenceOf(query)} title={seriesTexts.title} />;
  return <SurveySeries surveys={query.data} />;
}
