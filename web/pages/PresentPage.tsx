import { Failure } from "../layout/Failure.tsx";
import { NotFound } from "../layout/NotFound.tsx";
import { PageSkeleton } from "../layout/PageSkeleton.tsx";
import { UnpublishedSurvey } from "../layout/UnpublishedSurvey.tsx";
import type { PageProps } from "../routing/page.ts";
import { Presentation } from "../surveys/Presentation.tsx";
import { useSurvey } from "../surveys/useSurvey.ts";
import * as frameTexts from "../texts/frameTexts.ts";
import * as pageTexts from "../texts/pageTexts.ts";
import * as shareTexts from "../texts/shareTexts.ts";

export function PresentPage({ params: { id = "" } }: PageProps) {
  const { publicSurvey, isPreview, unpublishedFor, isMissing, failure, retry } = useSurvey(id);
  if (unpublishedFor) return <UnpublishedSurvey reason={unpublishedFor} />;
  if (isMissing || isPreview) return <NotFound />;
  if (failure) return <Failure onRetry={retry} requestId={failure.requestId} reason={failure.text} />;
  if (!publicSurvey) return <PageSkeleton title={pageTexts.survey} />;
  return (
    <>
      <title>{frameTexts.pageTitle(shareTexts.presentTitle(publicSurvey.Title))}</title>
      <meta name="robots" content="noindex" />
      <Presentation survey={publicSurvey} />
    </>
  );
}
