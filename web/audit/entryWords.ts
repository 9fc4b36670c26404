import type { AuditAction, AuditEvent } from "@survey-app/contract/audit.ts";
import { PUBLISHED, SENT_BACK, type SurveyStatus, WAITING } from "@survey-app/contract/surveys.ts";
import { BLOCKED } from "@survey-app/contract/users.ts";
import { dayAndTime } from "../texts/dayAndTime.ts";
import { texts } from "../texts/texts.ts";
import { cutAtWord } from "../ui/cutAtWord.ts";

/** Names of the actions, for the filter. */
export const actionWords: Record<AuditAction, string> = {
  roleChanged: "Role changed",
  userStatusChanged: "User blocked or unblocked",
  sessionsEnded: "Sessions ended",
  surveyStatusChanged: "Survey published, unpublished or sent back",
  surveyChanged: "Survey of another changed",
  surveyClosed: "Survey closed early",
  surveyDeleted: "Survey deleted",
  reportsSettled: "Reports resolved",
  feedbackWritten: "Feedback written",
  refundBegun: "Refund begun",
  paymentRefunded: "Payment refunded",
};

const surveyStatusWords: Record<SurveyStatus, string> = {
  [WAITING]: "Survey unpublished",
  [PUBLISHED]: "Survey published",
  [SENT_BACK]: "Survey sent back",
};

/** The action of an event; tells opposites apart (blocked, unblocked). */
export function titleOf({ action, after: { status } }: AuditEvent): string {
  if (action === "userStatusChanged") return status === BLOCKED ? "User blocked" : "User unblocked";
  if (action === "surveyStatusChanged") return surveyStatusWords[status as SurveyStatus];
  return actionWords[action];
}

/** Actors without an account. */
export const actorWords: Record<Exclude<AuditEvent["by"], "admin">, string> = {
  commandLine: "The command line",
  start: "The server's start",
  setting: "The setting SURVEYORS",
};

const fieldWords: Record<string, string> = {
  role: "Role",
  status: "Status",
  sessions: "Sessions",
  openReports: "Open reports",
  payment: "Payment",
  note: "Note",
  category: "Category",
  image: "Picture",
  createDate: "Start",
  deadline: "Deadline",
};

/** The log stores texts in full; the table shortens them. */
const SHOWN_MAX = 200;

type Value = string | number | null;

/** One line for each changed field: "Role: user → surveyor". */
export function changesOf({ about, before, after }: AuditEvent, timeZone: string): string[] {
  const describe = (field: string, value: Value): string => {
    if (value === null) return "none";
    if (about.kind === "survey" && field === "status") return statusWords[value] ?? String(value);
    if (field === "createDate" || field === "deadline") return dayAndTime(String(value), timeZone);
    return cutAtWord(String(value), SHOWN_MAX);
  };
  return Object.entries(after).map(([field, value]) => {
    const earlier = before[field];
    const change =
      earlier === undefined ? describe(field, value) : `${describe(field, earlier)} → ${describe(field, value)}`;
    return `${fieldWords[field] ?? field}: ${change}`;
  });
}

const statusWords: Record<string, string> = {
  [WAITING]: texts.waiting,
  [PUBLISHED]: texts.published,
  [SENT_BACK]: texts.sentBack,
};
