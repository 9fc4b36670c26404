import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { Brand } from "../layout/Brand.tsx";
import { NotFound } from "../layout/NotFound.tsx";
import { SurveyFallback } from "../layout/SurveyFallback.tsx";
import { PageTitle } from "../routing/PageTitle.tsx";
import type { PageProps } from "../routing/page.ts";
import { SurveyDescription } from "../surveys/SurveyMeta.tsx";
import { useSurvey } from "../surveys/useSurvey.ts";
import { Presentation } from "./Presentation.tsx";

export function PresentPage({ params: { id = "" } }: PageProps) {
  const { publicSurvey, isPreview, ...loading } = useSurvey(id);
  if (isPreview) return <NotFound />;
  if (!publicSurvey) return <SurveyFallback {...loading} />;
  return (
    <>
      <PageTitle page={shareTexts.presentTitle(publicSurvey.Title)} />
      <SurveyDescription survey={publicSurvey} />
      <Presentation key={publicSurvey._id} survey={publicSurvey} brand={<Brand />} />
    </>
  );
}
