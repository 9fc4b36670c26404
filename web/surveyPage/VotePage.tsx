import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { SurveyFallback } from "../layout/SurveyFallback.tsx";
import type { PageProps } from "../routing/page.ts";
import { SurveyByline } from "../surveys/SurveyByline.tsx";
import { useSurvey } from "../surveys/useSurvey.ts";
import { Description } from "./Description.tsx";
import { SurveyHeader } from "./SurveyHeader.tsx";
import { SurveyPanel } from "./SurveyPanel.tsx";

export function VotePage({ params: { id = "" } }: PageProps) {
  const { survey, isOver, isPreview, ...loading } = useSurvey(id);
  if (!survey) return <SurveyFallback {...loading} />;
  return (
    <article className="page frame-read space-y-6">
      <div className="space-y-3">
        <SurveyHeader survey={survey} />
        {survey.Description && <Description text={survey.Description} language={survey.language} />}
      </div>
      <SurveyPanel key={survey._id} survey={survey} isOver={isOver} isPreview={isPreview} isSimple />
      <SurveyByline survey={survey} />
      <a href={`/surveydetails/${survey._id}`} className="inline-block py-2 font-semibold underline underline-offset-4">
        {pageTexts.surveyDetails}
      </a>
    </article>
  );
}
