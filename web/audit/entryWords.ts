import type { AuditEvent } from "@survey-app/contract/audit.ts";
import { cutAtWord } from "@survey-app/contract/cutAtWord.ts";
import type { UnpublishReason } from "@survey-app/contract/moderation.ts";
import { PUBLISHED, type SurveyStatus, WAITING } from "@survey-app/contract/surveys.ts";
import { BLOCKED } from "@survey-app/contract/users.ts";
import type { ReportOutcome } from "@survey-app/contract/votes.ts";
import * as auditTexts from "../texts/auditTexts.ts";
import { dayAndTime } from "../texts/dayAndTime.ts";
import * as moderationTexts from "../texts/moderationTexts.ts";
import * as reviewTexts from "../texts/reviewTexts.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";

/** The action of an event; tells opposites apart (blocked, unblocked). */
export function titleOf({ action, after: { status } }: AuditEvent): string {
  if (action === "userStatusChanged") return status === BLOCKED ? auditTexts.userBlocked : auditTexts.userUnblocked;
  if (action === "surveyStatusChanged") return auditTexts.surveyStatus[status as SurveyStatus];
  return auditTexts.actions[action];
}

/** The log stores texts in full; the table shortens them. */
const SHOWN_MAX = 200;

type Value = string | number | null;

/** One line for each changed field: "Role: user → surveyor". */
export function changesOf({ about, before, after }: AuditEvent, timeZone: string): string[] {
  const describe = (field: string, value: Value): string => {
    if (value === null) return auditTexts.noValue;
    if (about.kind === "survey" && field === "status")
      return value === WAITING && after.reason ? moderationTexts.unpublished : (statusWords[value] ?? String(value));
    if (field === "reason") return moderationTexts.reasonOf(value as UnpublishReason);
    if (field === "outcome") return reviewTexts.outcomes[value as ReportOutcome];
    if (field === "createDate" || field === "deadline") return dayAndTime(String(value), timeZone);
    return cutAtWord(String(value), SHOWN_MAX);
  };
  return Object.entries(after).map(([field, value]) => {
    const earlier = before[field];
    const change =
      earlier === undefined
        ? describe(field, value)
        : auditTexts.fromTo(describe(field, earlier), describe(field, value));
    return auditTexts.change(auditTexts.fields[field] ?? field, change);
  });
}

const statusWords: Record<string, string> = {
  [WAITING]: surveyTexts.waiting,
  [PUBLISHED]: surveyTexts.published,
};
