import { PageFallback } from "../../layout/PageFallback.tsx";
import { OwnSurveySection } from "../../ownSurvey/OwnSurveySection.tsx";
import { ShareSection } from "../../ownSurvey/ShareSection.tsx";
import type { PageProps } from "../../routing/page.ts";

export function OwnSurveySharePage({ params: { id = "" } }: PageProps) {
  return (
    <OwnSurveySection id={id} section="share" fallback={PageFallback}>
      {(survey) => <ShareSection survey={survey} />}
    </OwnSurveySection>
  );
}
