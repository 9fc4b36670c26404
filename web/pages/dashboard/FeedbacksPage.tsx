import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { FeedbackTable } from "../../feedback/FeedbackTable.tsx";
import { PageHeader } from "../../layout/PageHeader.tsx";

export function FeedbacksPage() {
  return (
    <>
      <PageHeader title={pageTexts.feedbacks} text={pageTexts.feedbacksText} />
      <FeedbackTable />
    </>
  );
}
