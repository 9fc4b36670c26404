import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { FeedbackTable } from "./FeedbackTable.tsx";

export function FeedbacksPage() {
  return (
    <>
      <PageHeader title={pageTexts.feedbacks} text={pageTexts.feedbacksText} />
      <FeedbackTable />
    </>
  );
}
