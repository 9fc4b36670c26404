import { FeedbackTable } from "../../feedback/FeedbackTable.tsx";
import { PageHeader } from "../../layout/PageHeader.tsx";
import * as pageTexts from "../../texts/pageTexts.ts";

export function FeedbacksPage() {
  return (
    <>
      <PageHeader title={pageTexts.feedbacks} text={pageTexts.feedbacksText} />
      <FeedbackTable />
    </>
  );
}
