import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { useSettings } from "../api/settings.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { PageMeta } from "../routing/PageMeta.tsx";
import { SurveyListing } from "./SurveyListing.tsx";

export function SurveysPage() {
  const { publicUrl, languages } = useSettings();
  return (
    <div className="page frame">
      <PageMeta
        title={pageTexts.allSurveys}
        text={pageTexts.allSurveysText}
        address={`${publicUrl}/surveysPages`}
        languages={languages}
      />
      <PageHeader title={pageTexts.allSurveys} text={pageTexts.allSurveysText} />
      <SurveyListing />
    </div>
  );
}
