import { NotFound } from "../layout/NotFound.tsx";
import { SurveyFallback } from "../layout/SurveyFallback.tsx";
import { Presentation } from "../presenting/Presentation.tsx";
import type { PageProps } from "../routing/page.ts";
import { useSurvey } from "../surveys/useSurvey.ts";
import * as frameTexts from "../texts/frameTexts.ts";
import * as shareTexts from "../texts/shareTexts.ts";

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
