import { formatCount, plural } from "@survey-app/contract/formatCount.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of reporting a survey as inappropriate, and of admins' decisions on the reports. */
export const action = "Report this survey";
export const title = "Report this survey?";
export const submit = "Report";
export const label = "What is inappropriate?";
/** Shown at every report field. */
export const whoReads = "The survey's owner and the admins can read your report, with your name and email address.";
const adminsRead = "The admins read your report. It has no name.";
export const hint = (max: number, isNamed: boolean) =>
  `${isNamed ? whoReads : adminsRead} At most ${formatCount(max)} characters.`;
export const empty = "Describe what is inappropriate.";
export const sent = "Thank you. An admin will look at this survey.";
export const sentBefore = "You have already reported this survey. Your report stands, and an admin will look at it.";
export const outcomeUnknown =
  "We couldn't reach the server, so we don't know whether your report was sent. Try again: it is never sent twice.";

// For admins.
export const toReview = (count: number) => `${plural(count, "report")} to review`;
export const none = "No reports here.";
export const show = "Show";
export const orders = {
  "open.newest": "Open, newest first",
  "open.oldest": "Open, oldest first",
  "all.newest": "All, newest first",
  "all.oldest": "All, oldest first",
} as const;
export const uphold = "Agree with the report";
export const dismiss = "No problem";
export const settleName = (action: string, author: string) => `${action}: report by ${author}`;
export const author = (name: ReactNode, email: ReactNode, day: ReactNode) => rich`${name} (${email}), ${day}`;
export const unpublish = "unpublish";
export const dismissAll = "No problem here";
export const dismissTitle = (count: number) => `Close ${plural(count, "report")} as no problem?`;
export const dismissText =
  "The reports are kept, and the survey doesn't change. It is listed as reported again when someone else reports it.";
export const back = "Back";
export const dismissed = "The reports are closed.";
