import { Failure } from "../../layout/Failure.tsx";
import { NotFound } from "../../layout/NotFound.tsx";
import { PageHeader } from "../../layout/PageHeader.tsx";
import { PageSkeleton } from "../../layout/PageSkeleton.tsx";
import type { PageProps } from "../../routing/page.ts";
import { SurveyForm } from "../../surveys/SurveyForm.tsx";
import { useOwnSurvey } from "../../surveys/useOwnSurvey.ts";
import * as pageTexts from "../../texts/pageTexts.ts";
import { UserText } from "../../ui/UserText.tsx";

export function SurveyUpdatePage({ params: { id = "" } }: PageProps) {
  const { survey, isMissing, failure, retry } = useOwnSurvey(id);
  if (isMissing) return <NotFound />;
  if (failure) return <Failure onRetry={retry} requestId={failure.requestId} />;
  if (!survey) return <PageSkeleton framed={false} />;
  return (
    <>
      <PageHeader title={pageTexts.updateSurvey} text={<UserText>{survey.Title}</UserText>} />
      <SurveyForm key={id} survey={survey} />
    </>
  );
}
