import { PageFallback } from "../layout/PageFallback.tsx";
import type { PageProps } from "../routing/page.ts";
import { OwnSurveySection } from "./OwnSurveySection.tsx";
import { SettingsSection } from "./SettingsSection.tsx";

export function OwnSurveySettingsPage({ params: { id = "" } }: PageProps) {
  return (
    <OwnSurveySection id={id} section="settings" fallback={PageFallback}>
      {(survey) => <SettingsSection survey={survey} />}
    </OwnSurveySection>
  );
}
