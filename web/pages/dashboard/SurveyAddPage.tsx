import { PageHeader } from "../../layout/PageHeader.tsx";
import { useNeedsReview } from "../../session/useNeedsReview.ts";
import { NewSurvey } from "../../surveyForm/NewSurvey.tsx";
import * as pageTexts from "../../texts/pageTexts.ts";

export function SurveyAddPage() {
  const isReviewed = useNeedsReview();
  return (
    <>
      <PageHeader title={pageTexts.addSurvey} text={isReviewed ? pageTexts.addReviewedText : pageTexts.addText} />
      <NewSurvey />
    </>
  );
}
