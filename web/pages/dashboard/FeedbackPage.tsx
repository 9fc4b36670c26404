import { FeedbackView } from "../../feedback/FeedbackView.tsx";
import { useFeedback } from "../../feedback/useFeedback.ts";
import { Failure } from "../../layout/Failure.tsx";
import { NotFound } from "../../layout/NotFound.tsx";
import { PageHeader } from "../../layout/PageHeader.tsx";
import { PageSkeleton } from "../../layout/PageSkeleton.tsx";
import type { PageProps } from "../../routing/page.ts";
import * as pageTexts from "../../texts/pageTexts.ts";

export function FeedbackPage({ params: { id = "" } }: PageProps) {
  const { feedback, isMissing, failure, retry } = useFeedback(id);
  if (isMissing) return <NotFound />;
  if (failure) return <Failure onRetry={retry} requestId={failure.requestId} />;
  if (!feedback) return <PageSkeleton framed={false} />;
  return (
    <>
      <PageHeader title={pageTexts.feedback} text={pageTexts.feedbackText} />
      <FeedbackView feedback={feedback} />
    </>
  );
}
