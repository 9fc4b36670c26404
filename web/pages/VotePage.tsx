import { Failure } from "../layout/Failure.tsx";
import { NotFound } from "../layout/NotFound.tsx";
import { PageSkeleton } from "../layout/PageSkeleton.tsx";
import { UnpublishedSurvey } from "../layout/UnpublishedSurvey.tsx";
import type { PageProps } from "../routing/page.ts";
import { SurveyByline } from "../surveys/SurveyByline.tsx";
import { SurveyHeader } from "../surveys/SurveyHeader.tsx";
import { SurveyPanel } from "../surveys/SurveyPanel.tsx";
import { useSurvey } from "../surveys/useSurvey.ts";
import * as pageTexts from "../texts/pageTexts.ts";

export function VotePage({ params: { id = "" } }: PageProps) {
  const { survey, ended, isPreview, unpublishedFor, isMissing, failure, retry } = useSurvey(id);
  if (unpublishedFor) return <UnpublishedSurvey reason={unpublishedFor} />;
  if (isMissing) return <NotFound />;
  if (failure) return <Failure onRetry={retry} requestId={failure.requestId} reason={failure.text} />;
  if (!survey) return <PageSkeleton title={pageTexts.survey} />;
  return (
    <article className="mx-auto w-full max-w-2xl space-y-6 px-4 py-4 sm:py-16">
      <SurveyHeader survey={survey} />
      <SurveyPanel key={survey._id} survey={survey} ended={ended} isPreview={isPreview} simple />
      <SurveyByline survey={survey} />
      <a href={`/surveydetails/${survey._id}`} className="inline-block py-2 font-semibold underline underline-offset-4">
        {pageTexts.surveyDetails}
      </a>
    </article>
  );
}
