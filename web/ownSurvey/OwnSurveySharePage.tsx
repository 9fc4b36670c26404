import { PageFallback } from "../layout/PageFallback.tsx";
import type { PageProps } from "../routing/page.ts";
import { OwnSurveySection } from "./OwnSurveySection.tsx";
import { ShareSection } from "./ShareSection.tsx";

export function OwnSurveySharePage({ params: { id = "" } }: PageProps) {
  return (
    <OwnSurveySection id={id} section="share" fallback={PageFallback}>
      {(survey) => <ShareSection survey={survey} />}
    </OwnSurveySection>
  );
}
