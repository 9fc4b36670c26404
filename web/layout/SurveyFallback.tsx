import type { UnpublishReason } from "@survey-app/contract/moderation.ts";
import type { ComponentProps } from "react";
import * as pageTexts from "../texts/pageTexts.ts";
import { PageFallback } from "./PageFallback.tsx";
import { UnpublishedSurvey } from "./UnpublishedSurvey.tsx";

interface SurveyFallbackProps extends ComponentProps<typeof PageFallback> {
  /** Why an admin unpublished the survey. */
  unpublishedFor: UnpublishReason | null;
}

/** In place of a survey's page without the survey. */
export function SurveyFallback({ unpublishedFor, ...page }: SurveyFallbackProps) {
  if (unpublishedFor) return <UnpublishedSurvey reason={unpublishedFor} />;
  return <PageFallback {...page} title={pageTexts.survey} />;
}
