import { PageFallback } from "../layout/PageFallback.tsx";
import type { PageProps } from "../routing/page.ts";
import { OwnSurveySection } from "./OwnSurveySection.tsx";
import { PeopleSection } from "./PeopleSection.tsx";

export function OwnSurveyPeoplePage({ params: { id = "" } }: PageProps) {
  return (
    <OwnSurveySection id={id} section="people" fallback={PageFallback}>
      {(survey) => <PeopleSection survey={survey} />}
    </OwnSurveySection>
  );
}
