import { FeedbackTable } from "../../feedback/FeedbackTable.tsx";
import { PageHeader } from "../../layout/PageHeader.tsx";

export function FeedbacksPage() {
  return (
    <>
      <PageHeader title="feedbacks" text="What admins wrote you about your surveys, newest first." />
      <FeedbackTable />
    </>
  );
}
