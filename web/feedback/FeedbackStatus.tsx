import type { Feedback } from "@survey-app/contract/feedback.ts";
import { PUBLISHED } from "@survey-app/contract/surveys.ts";
import { Dot } from "../ui/Dot.tsx";

/** What the note came with: the survey stood published after it, or was taken back. */
export function FeedbackStatus({ feedback }: { feedback: Feedback }) {
  return feedback.status === PUBLISHED ? <Dot tone="yes">Published</Dot> : <Dot tone="no">Not published</Dot>;
}
