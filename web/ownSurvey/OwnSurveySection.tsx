import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as ownSurveyTexts from "@survey-app/texts/ownSurveyTexts.ts";
import type { ComponentType, ReactNode } from "react";
import type { Absence } from "../api/absenceOf.ts";
import type { OwnSurveySection as Section } from "../routing/ownSurveyAddress.ts";
import { Guard } from "../session/Guard.tsx";
import { OwnSurvey } from "./OwnSurvey.tsx";
import { useManagedSurvey } from "./useManagedSurvey.ts";

interface OwnSurveySectionProps {
  id: string;
  section: Section;
  /** In place of a survey that is missing, could not be loaded, or is still loading. */
  fallback: ComponentType<Absence & { title: string; framed: boolean }>;
  children: (survey: FullSurvey) => ReactNode;
}

/** A section of the owner's page of a survey, or the fallback. */
export function OwnSurveySection({ id, section, fallback: Fallback, children }: OwnSurveySectionProps) {
  const { survey, isForSurveyors, ...loading } = useManagedSurvey(id);
  const fallback = <Fallback {...loading} framed={false} title={ownSurveyTexts.sections[section]} />;
  if (isForSurveyors)
    return (
      <Guard access={["surveyor", "admin"]} waiting={fallback}>
        {fallback}
      </Guard>
    );
  if (!survey) return fallback;
  return (
    <OwnSurvey survey={survey} section={section}>
      {children(survey)}
    </OwnSurvey>
  );
}
