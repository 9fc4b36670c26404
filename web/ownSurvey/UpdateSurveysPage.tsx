import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { OwnSurveysTable } from "./OwnSurveysTable.tsx";

export function UpdateSurveysPage() {
  return (
    <>
      <PageHeader title={pageTexts.updateSurvey} text={pageTexts.updateSurveyText} />
      <OwnSurveysTable shape="update" />
    </>
  );
}
