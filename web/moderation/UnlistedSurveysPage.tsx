import * as unlistedTexts from "@survey-app/texts/unlistedTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { UnlistedSurveys } from "./UnlistedSurveys.tsx";

export function UnlistedSurveysPage() {
  return (
    <>
      <PageHeader title={unlistedTexts.title} text={unlistedTexts.text} />
      <UnlistedSurveys />
    </>
  );
}
