import { SurveySeries } from "../results/SurveySeries.tsx";
import type { PageProps } from "../routing/page.ts";

export function SurveySeriesPage({ params: { survey = "" } }: PageProps) {
  return <SurveySeries id={survey} />;
}
