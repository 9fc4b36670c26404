import type { UnpublishReason } from "@survey-app/contract/surveys/moderation.ts";
import * as moderationTexts from "@survey-app/texts/moderationTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import type { ComponentProps } from "react";
import { PageTitle } from "../routing/PageTitle.tsx";
import { MissingForVisitors } from "./MissingForVisitors.tsx";
import { PageFallback } from "./PageFallback.tsx";
import { UnpublishedNote } from "./UnpublishedNote.tsx";

interface SurveyFallbackProps extends ComponentProps<typeof PageFallback> {
  /** Why an admin unpublished the survey. */
  unpublishedFor: UnpublishReason | null;
}

/** In place of a survey's page without the survey. */
export function SurveyFallback({ unpublishedFor, ...page }: SurveyFallbackProps) {
  if (unpublishedFor) return <UnpublishedSurvey reason={unpublishedFor} />;
  return <PageFallback {...page} title={pageTexts.survey} />;
}

/**
 * The page of a survey that an admin unpublished, for everyone but its owner and admins: the reason and nothing else.
 */
function UnpublishedSurvey({ reason }: { reason: UnpublishReason }) {
  return (
    <MissingForVisitors>
      <div className="page frame">
        <PageTitle page={moderationTexts.notPublished} />
        <UnpublishedNote reason={reason} />
      </div>
    </MissingForVisitors>
  );
}
