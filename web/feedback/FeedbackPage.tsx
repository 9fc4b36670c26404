import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageFallback } from "../layout/PageFallback.tsx";
import { PageHeader } from "../layout/PageHeader.tsx";
import type { PageProps } from "../routing/page.ts";
import { FeedbackView } from "./FeedbackView.tsx";
import { useFeedback } from "./useFeedback.ts";

export function FeedbackPage({ params: { id = "" } }: PageProps) {
  const { feedback, ...loading } = useFeedback(id);
  if (!feedback) return <PageFallback {...loading} framed={false} />;
  return (
    <>
      <PageHeader title={pageTexts.feedback} text={pageTexts.feedbackText} />
      <FeedbackView feedback={feedback} />
    </>
  );
}
