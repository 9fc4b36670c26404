import type { AuditEvent } from "@survey-app/contract/ops/audit.ts";
import type { UnpublishReason } from "@survey-app/contract/surveys/moderation.ts";
import { PUBLISHED, WAITING } from "@survey-app/contract/surveys/surveys.ts";
import { cutAtWord } from "@survey-app/contract/text/cutAtWord.ts";
import { dayAndTime } from "@survey-app/contract/text/time.ts";
import { BLOCKED, type Role } from "@survey-app/contract/users/users.ts";
import type { ReportOutcome } from "@survey-app/contract/votes/votes.ts";
import * as auditTexts from "@survey-app/texts/auditTexts.ts";
import * as moderationTexts from "@survey-app/texts/moderationTexts.ts";
import * as reviewTexts from "@survey-app/texts/reviewTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import { roleNames } from "../session/roleNames.ts";

/** The action of an event; tells opposites apart (blocked, unblocked). */
export function titleOf({ action, after: { status } }: AuditEvent): string {
  if (action === "userStatusChanged") return status === BLOCKED ? auditTexts.userBlocked : auditTexts.userUnblocked;
  if (action === "surveyStatusChanged")
    return status === PUBLISHED ? auditTexts.surveyPublished : auditTexts.surveyUnpublished;
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
    if (about.kind === "user" && field === "status") return userStatuses[value] ?? String(value);
    if (field === "role") return roleNames[value as Role];
    if (field === "reason") return surveyWords.unpublishReasons[value as UnpublishReason];
    if (field === "outcome") return reviewTexts.outcomes[value as ReportOutcome];
    if (timeFields.has(field)) return dayAndTime(String(value), timeZone);
    return cutAtWord(String(value), SHOWN_MAX);
  };
  return Object.entries(after).map(([field, value]) => {
    const earlier = before[field];
    const change =
      earlier === undefined
        ? describe(field, value)
        : auditTexts.fromTo(describe(field, earlier), describe(field, value));
    return auditTexts.change(fieldNames[field] ?? field, change);
  });
}

/** Fields whose values are instants. */
const timeFields: ReadonlySet<string> = new Set(["createDate", "deadline", "serverClock", "databaseClock", "eraseAt"]);

const fieldNames: Record<string, string> = auditTexts.fields;

const userStatuses: Record<string, string> = auditTexts.userStatuses;

const statusWords: Record<string, string> = {
  [WAITING]: surveyTexts.waiting,
  [PUBLISHED]: surveyTexts.published,
};
