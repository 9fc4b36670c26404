import { PageFallback } from "../../layout/PageFallback.tsx";
import { OwnSurveySection } from "../../ownSurvey/OwnSurveySection.tsx";
import { PeopleSection } from "../../ownSurvey/PeopleSection.tsx";
import type { PageProps } from "../../routing/page.ts";

export function OwnSurveyPeoplePage({ params: { id = "" } }: PageProps) {
  return (
    <OwnSurveySection id={id} section="people" fallback={PageFallback}>
      {(survey) => <PeopleSection survey={survey} />}
    </OwnSurveySection>
  );
}
