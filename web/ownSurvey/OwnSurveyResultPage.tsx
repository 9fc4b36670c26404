import { PageFallback } from "../layout/PageFallback.tsx";
import type { PageProps } from "../routing/page.ts";
import { OwnSurveySection } from "./OwnSurveySection.tsx";
import { ResultSection } from "./ResultSection.tsx";

export function OwnSurveyResultPage({ params: { id = "" } }: PageProps) {
  return (
    <OwnSurveySection id={id} section="result" fallback={PageFallback}>
      {(survey) => <ResultSection survey={survey} />}
    </OwnSurveySection>
  );
}
