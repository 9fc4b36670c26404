import { PageHeader } from "../../layout/PageHeader.tsx";
import { AskIntro } from "../../surveyForm/AskIntro.tsx";
import { NewSurvey } from "../../surveyForm/NewSurvey.tsx";
import * as pageTexts from "../../texts/pageTexts.ts";

export function SurveyAddPage() {
  return (
    <>
      <PageHeader title={pageTexts.addSurvey} text={<AskIntro />} />
      <NewSurvey />
    </>
  );
}
