import { PageHeader } from "../../layout/PageHeader.tsx";
import { AllSurveysTable } from "../../moderation/AllSurveysTable.tsx";
import * as pageTexts from "../../texts/pageTexts.ts";

export function AllSurveysPage() {
  return (
    <>
      <PageHeader title={pageTexts.manageSurveys} text={pageTexts.manageSurveysText} />
      <AllSurveysTable />
    </>
  );
}
