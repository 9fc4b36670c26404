import { PageHeader } from "../../layout/PageHeader.tsx";
import { OwnSurveysTable } from "../../moderation/OwnSurveysTable.tsx";
import * as pageTexts from "../../texts/pageTexts.ts";

export function UpdateSurveysPage() {
  return (
    <>
      <PageHeader title={pageTexts.updateSurvey} text={pageTexts.updateSurveyText} />
      <OwnSurveysTable shape="update" />
    </>
  );
}
