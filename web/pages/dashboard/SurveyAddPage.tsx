import { PageHeader } from "../../layout/PageHeader.tsx";
import { useSettings } from "../../session/settings.ts";
import { NewSurvey } from "../../surveyForm/NewSurvey.tsx";
import * as pageTexts from "../../texts/pageTexts.ts";

export function SurveyAddPage() {
  const { review } = useSettings();
  return (
    <>
      <PageHeader title={pageTexts.addSurvey} text={review ? pageTexts.addReviewedText : pageTexts.addText} />
      <NewSurvey />
    </>
  );
}
