import * as ownersTexts from "@survey-app/texts/ownersTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { SharedSurveys } from "./SharedSurveys.tsx";

export function SharedSurveysPage() {
  return (
    <>
      <PageHeader title={ownersTexts.shared} text={ownersTexts.sharedText} />
      <SharedSurveys />
    </>
  );
}
