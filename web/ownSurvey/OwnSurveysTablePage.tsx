import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { OwnSurveysTable } from "./OwnSurveysTable.tsx";

export function OwnSurveysTablePage() {
  return (
    <div className="page frame">
      <PageHeader title={pageTexts.ownSurveys} text={pageTexts.ownSurveysText} />
      <OwnSurveysTable shape="full" />
    </div>
  );
}
