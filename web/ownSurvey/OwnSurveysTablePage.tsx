import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { OwnSurveysTable } from "./OwnSurveysTable.tsx";

export function OwnSurveysTablePage() {
  return (
    <div className="frame py-6 sm:py-12">
      <PageHeader title={pageTexts.ownSurveys} text={pageTexts.ownSurveysText} />
      <OwnSurveysTable shape="full" />
    </div>
  );
}
