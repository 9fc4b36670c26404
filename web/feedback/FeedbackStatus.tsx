import type { Feedback } from "@survey-app/contract/surveys/feedback.ts";
import { PUBLISHED } from "@survey-app/contract/surveys/surveys.ts";
import * as feedbackTexts from "@survey-app/texts/feedbackTexts.ts";
import { Dot } from "../ui/Dot.tsx";

/** Whether the survey was published or unpublished with this feedback. */
export function FeedbackStatus({ feedback }: { feedback: Feedback }) {
  return feedback.status === PUBLISHED ? (
    <Dot tone="yes">{feedbackTexts.published}</Dot>
  ) : (
    <Dot tone="no">{feedbackTexts.notPublished}</Dot>
  );
}
