import { PageFallback } from "../../layout/PageFallback.tsx";
import { OwnSurveySection } from "../../ownSurvey/OwnSurveySection.tsx";
import { SettingsSection } from "../../ownSurvey/SettingsSection.tsx";
import type { PageProps } from "../../routing/page.ts";

export function OwnSurveySettingsPage({ params: { id = "" } }: PageProps) {
  return (
    <OwnSurveySection id={id} section="settings" fallback={PageFallback}>
      {(survey) => <SettingsSection survey={survey} />}
    </OwnSurveySection>
  );
}
