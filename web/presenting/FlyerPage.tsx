import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { NotFound } from "../layout/NotFound.tsx";
import { PageHeader } from "../layout/PageHeader.tsx";
import { SurveyFallback } from "../layout/SurveyFallback.tsx";
import { useSearchParams } from "../routing/address.ts";
import { PageTitle } from "../routing/PageTitle.tsx";
import type { PageProps } from "../routing/page.ts";
import { SurveyDescription } from "../surveys/SurveyMeta.tsx";
import { useSurvey } from "../surveys/useSurvey.ts";
import { Flyer } from "./Flyer.tsx";
import { FlyerBar } from "./FlyerBar.tsx";

export function FlyerPage({ params: { id = "" } }: PageProps) {
  const { survey, isPreview, ...loading } = useSurvey(id);
  const paper = useSearchParams().get("size") === "a5" ? "a5" : "a4";
  if (isPreview) return <NotFound />;
  if (!survey) return <SurveyFallback {...loading} />;
  return (
    <div className="page frame-read space-y-4 print:max-w-none print:p-0">
      <PageTitle page={shareTexts.flyerTitle(survey.Title)} />
      <SurveyDescription survey={survey} />
      <div className="print:hidden">
        <PageHeader
          title={shareTexts.flyer}
          text={shareTexts.flyerText}
          action={
            <a href={`/surveydetails/${id}`} className="py-2 font-semibold underline underline-offset-4">
              {shareTexts.backToSurvey}
            </a>
          }
        />
      </div>
      <FlyerBar survey={survey} paper={paper} />
      <Flyer survey={survey} paper={paper} />
    </div>
  );
}
