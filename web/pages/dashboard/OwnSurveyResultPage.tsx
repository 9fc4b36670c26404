import { PageFallback } from "../../layout/PageFallback.tsx";
import { OwnSurveySection } from "../../ownSurvey/OwnSurveySection.tsx";
import { ResultSection } from "../../ownSurvey/ResultSection.tsx";
import type { PageProps } from "../../routing/page.ts";

export function OwnSurveyResultPage({ params: { id = "" } }: PageProps) {
  return (
    <OwnSurveySection id={id} section="result" fallback={PageFallback}>
      {(survey) => <ResultSection survey={survey} />}
    </OwnSurveySection>
  );
}
