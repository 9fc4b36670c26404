import type { Feedback } from "@survey-app/contract/surveys/feedback.ts";
import * as noticeTexts from "@survey-app/texts/noticeTexts.ts";

/** Marks feedback that its reader has not opened yet. */
export function UnreadMark({ feedback }: { feedback: Feedback }) {
  if (feedback.isRead) return null;
  return (
    <span className="rounded-md bg-accent-soft px-1.5 py-0.5 text-sm font-semibold text-accent">
      {noticeTexts.unreadMark}
    </span>
  );
}
