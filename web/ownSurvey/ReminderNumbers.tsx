import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as emailTrailTexts from "@survey-app/texts/emailTrailTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { sendingOf } from "../managing/managed.queries.ts";

/**
 * Tells the owner of a closed survey that hid who voted how many reminders were sent. Nothing else is known about them.
 */
export function ReminderNumbers({ survey }: { survey: Survey }) {
  const { reminders } = useQuery(sendingOf(survey._id)).data ?? {};
  return reminders ? (
    <p className="mt-6 text-muted">
      {emailTrailTexts.remindersSent(reminders.sent)}
      {reminders.unsent > 0 && ` ${emailTrailTexts.remindersUnsent(reminders.unsent)}`}
    </p>
  ) : null;
}
