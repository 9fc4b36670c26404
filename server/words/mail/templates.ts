import type { SurveyEmailKind } from "@survey-app/contract/surveys/outcomes.ts";
import type { AboutSurvey } from "./aboutSurvey.ts";
import { type AccountEmail, renderAccountEmail } from "./accountTemplates.ts";
import type { BundleEmail } from "./bundles.ts";
import type { EmailContent } from "./layout.ts";
import { type AboutMeeting, isAboutMeeting, type MeetingEmail, renderMeetingEmail } from "./meetingTemplates.ts";
import { renderSurveyEmail, type SurveyEmail } from "./surveyTemplates.ts";

/** The kinds of emails, with the values that each needs when it is rendered. */
export type EmailTemplate = AccountEmail | SurveyEmail | MeetingEmail | BundleEmail;

/** An email that is not several in one. */
export type SingleTemplate = Exclude<EmailTemplate, BundleEmail>;

/** The purpose of an email's link; null for emails without one. */
export function purposeOf({ kind }: EmailTemplate): "emailVerification" | "passwordReset" | "emailChange" | null {
  return kind === "emailVerification" || kind === "passwordReset" || kind === "emailChange" ? kind : null;
}

/**
 * An email that goes to many people: its survey, its kind, and its reader, who can unsubscribe from this kind with one
 * click.
 */
export type BulkEmail = { surveyId: string } & (
  | { kind: SurveyEmailKind; userId: string }
  | { kind: "invitation" | "correction" | "reminder" | "result" | "outcome"; invitationId: string }
);

const invitedKinds = {
  invitation: "invitation",
  meetingInvitation: "invitation",
  meetingCorrection: "correction",
  invitationReminder: "reminder",
  invitationResult: "result",
  meetingEnded: "result",
  invitationOutcome: "outcome",
} as const;

/** The bulk email that a template is; null for templates of emails to a single person. */
export function bulkEmailOf(template: SingleTemplate): BulkEmail | null {
  switch (template.kind) {
    case "invitation":
    case "meetingInvitation":
    case "meetingCorrection":
    case "invitationReminder":
    case "invitationResult":
    case "meetingEnded":
    case "invitationOutcome": {
      const { kind, invitationId, surveyId } = template;
      return { kind: invitedKinds[kind], invitationId, surveyId };
    }
    case "surveyResult":
    case "surveyOutcome":
      return { kind: "results", userId: template.userId, surveyId: template.surveyId };
    case "surveyReminder":
      return { kind: "reminders", userId: template.userId, surveyId: template.surveyId };
    case "reportSettled":
      return { kind: "reports", userId: template.userId, surveyId: template.surveyId };
    default:
      return null;
  }
}

interface TemplateValues {
  /** The page's URL with the token, for emails with a link; also that of an invitation. */
  link: string;
  publicUrl: string;
  /** The address for replies; null without one. */
  contactEmail: string | null;
  /** The survey that the email is about, as it is now; null for other emails. */
  survey: AboutSurvey | null;
  /** The meeting, for emails about one; null for others. */
  meeting: AboutMeeting | null;
  /** The reader's (IANA); UTC if it is unknown. */
  timeZone: string;
  /** When the email is sent, in milliseconds since 1970. */
  now: number;
}

/** Renders an email. What other people wrote is in it only as far as the survey says (`AboutSurvey`). */
export function renderTemplate(template: SingleTemplate, { survey, meeting, ...values }: TemplateValues): EmailContent {
  if (isAboutMeeting(template)) {
    if (!meeting) throw new Error(`An email of the kind ${template.kind} needs its meeting`);
    return renderMeetingEmail(template, { ...values, meeting });
  }
  if (!isAboutSurvey(template)) return renderAccountEmail(template, values);
  if (!survey) throw new Error(`An email of the kind ${template.kind} needs its survey`);
  return renderSurveyEmail(template, { ...values, survey });
}

/** Whether an email is about one survey, which it needs when it is rendered. */
export const isAboutSurvey = (template: SingleTemplate): template is SurveyEmail =>
  "surveyId" in template && template.kind !== "reportSettled" && !isAboutMeeting(template);
