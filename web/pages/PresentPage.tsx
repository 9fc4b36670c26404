import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { NotFound } from "../layout/NotFound.tsx";
import { SurveyFallback } from "../layout/SurveyFallback.tsx";
import { Presentation } from "../presenting/Presentation.tsx";
import type { PageProps } from "../routing/page.ts";
import { useSurvey } from "../surveys/useSurvey.ts";

export function PresentPage({ params: { id = "" } }: PageProps) {
  const { publicSurvey, isPreview, ...loading } = useSurvey(id);
  if (isPreview) return <NotFound />;
  if (!publicSurvey) return <SurveyFallback {...loading} />;
  return (
    <>
      <title>{frameTexts.pageTitle(shareTexts.presentTitle(publicSurvey.Title))}</title>
      <meta name="robots" content="noindex" />
      <Presentation survey={publicSurvey} />
    </>
  );
}
