import { EMAIL_LINK_MINUTES } from "@survey-app/contract/emailLinks.ts";
import { formatDollars } from "@survey-app/contract/formatDollars.ts";
import type { SurveyEmailKind } from "@survey-app/contract/outcomes.ts";
import { dayMonthYear } from "@survey-app/contract/time.ts";
import { EXHAUSTED_MAX } from "@survey-app/contract/webhooks.ts";
import type { Tables } from "../database/tables.ts";
import type { BundleEmail } from "./bundles.ts";
import type { EmailContent } from "./layout.ts";
import { renderSurveyEmail, type SurveyEmail } from "./surveyTemplates.ts";

/** The kinds of emails, with the values that each needs when it is rendered. */
export type EmailTemplate =
  | { kind: "emailVerification"; userId: string }
  | { kind: "passwordReset" }
  | { kind: "emailChange"; userId: string }
  | { kind: "passwordChanged" }
  | { kind: "passwordRemoved" }
  | { kind: "apiKeyCreated" }
  | { kind: "securityChange"; change: SecurityChange }
  | { kind: "webhookOff"; host: string }
  | { kind: "emailChanged"; newEmail: string }
  | { kind: "newDevice"; device: string; at: number }
  | { kind: "receipt"; dollars: number; transactionId: string; until: number }
  | { kind: "refund"; dollars: number; transactionId: string }
  | { kind: "disputeWon"; dollars: number; transactionId: string; until: number }
  | { kind: "membershipEnds"; until: number; canRenew: boolean }
  | SurveyEmail
  | BundleEmail;

/** A change of how a user can sign in, besides that of the password. */
export type SecurityChange = keyof typeof securityChanges;

const securityChanges = {
  passkeyAdded: ["A passkey was added", "A passkey was added to your account. It can be used to sign in."],
  passkeyRemoved: [
    "A passkey was removed",
    "A passkey was removed from your account. It can't be used to sign in any more.",
  ],
  secondFactorOn: [
    "Two-step sign-in is on",
    "An authenticator app was set up for your account. Signing in now needs a code from it, and all other devices were signed out.",
  ],
  secondFactorOff: [
    "Two-step sign-in is off",
    "Two-step sign-in was turned off for your account. Signing in no longer needs a code.",
  ],
  recoveryCodesRenewed: [
    "Your recovery codes were replaced",
    "Your account has new recovery codes. The old ones no longer work.",
  ],
  codesGuessed: [
    "Someone may know your password",
    "Someone entered your password, and then too many wrong codes for your two-step sign-in. They were not signed in.",
  ],
  recoveryCodeUsed: [
    "A recovery code was used",
    "One of your recovery codes was used to sign in. It no longer works. You can create new ones on your profile page.",
  ],
} as const;

/** The purpose of an email's link; null for emails without one. */
export function purposeOf({ kind }: EmailTemplate): Tables["mail_links"]["purpose"] | null {
  return kind === "emailVerification" || kind === "passwordReset" || kind === "emailChange" ? kind : null;
}

/** An email that goes to many people: its survey, its kind, and its reader, who can unsubscribe from this kind with one click. */
export type BulkEmail = { surveyId: string } & (
  | { kind: SurveyEmailKind; userId: string }
  | { kind: "invitation" | "reminder" | "result" | "outcome"; invitationId: string }
);

const invitedKinds = {
  invitation: "invitation",
  invitationReminder: "reminder",
  invitationResult: "result",
  invitationOutcome: "outcome",
} as const;

/** The bulk email that a template is; null for templates of emails to a single person. */
export function bulkEmailOf(template: Exclude<EmailTemplate, BundleEmail>): BulkEmail | null {
  switch (template.kind) {
    case "invitation":
    case "invitationReminder":
    case "invitationResult":
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
}

const day = (at: number) => dayMonthYear(at, "UTC");

/**
 * Renders an email. It never contains text that another user wrote, except what an admin wrote to a survey's owner, and the
 * title of a published survey.
 */
export function renderTemplate(
  template: Exclude<EmailTemplate, BundleEmail>,
  { link, publicUrl, contactEmail }: TemplateValues,
): EmailContent {
  const setPassword = { label: "Set a new password", url: `${publicUrl}/forgot-password` };
  const payments = { label: "Your payments", url: `${publicUrl}/dashboard/user/pro/paymentHistory` };
  switch (template.kind) {
    case "emailVerification":
      return {
        subject: "Confirm your email address",
        paragraphs: [
          "Please confirm that this is your email address. You can then reset your password, and get emails about your surveys and votes.",
          `The link works once, within ${EMAIL_LINK_MINUTES} minutes. If you didn't create an account, ignore this email.`,
        ],
        action: { label: "Confirm my email address", url: link },
      };
    case "passwordReset":
      return {
        subject: "Set a new password",
        paragraphs: [
          "We received a request to reset your password.",
          `The link works once, within ${EMAIL_LINK_MINUTES} minutes. If you didn't request it, ignore this email. Your password stays the same.`,
        ],
        action: { label: "Set a new password", url: link },
      };
    case "emailChange":
      return {
        subject: "Confirm your new email address",
        paragraphs: [
          "You asked to use this address for your account. Open the link in a browser in which you are signed in.",
          `The link works once, within ${EMAIL_LINK_MINUTES} minutes. Until then, keep signing in with your old address. If you didn't request it, ignore this email.`,
        ],
        action: { label: "Use this address", url: link },
      };
    case "passwordChanged":
      return {
        subject: "Your password was changed",
        paragraphs: [
          "The password of your account was changed. All other devices were signed out, and all API keys were revoked.",
          "If you didn't do this, set a new password right away:",
        ],
        action: setPassword,
      };
    case "passwordRemoved":
      return {
        subject: "Your password was removed",
        paragraphs: [
          "Your email address is now confirmed. The account had a password before that, which someone else could have set, so we removed it, signed out all other devices and revoked all API keys.",
          "If you want to sign in with a password, set a new one:",
        ],
        action: setPassword,
      };
    case "apiKeyCreated":
      return {
        subject: "New API key for your account",
        paragraphs: [
          "An API key was created for your account. Integrations can use your account with it until you revoke it.",
          "If it was you, there is nothing to do. If not, set a new password. This signs out all devices and revokes all API keys:",
        ],
        action: setPassword,
      };
    case "securityChange": {
      const [subject, paragraph] = securityChanges[template.change];
      return {
        subject,
        paragraphs: [
          paragraph,
          "If you didn't do this, set a new password, which signs out all devices, and check the passkeys and the two-step sign-in on your profile page:",
        ],
        action: { label: "Your profile", url: `${publicUrl}/profile` },
      };
    }
    case "webhookOff":
      return {
        subject: "Your webhook was turned off",
        paragraphs: [
          `${template.host} did not accept the last ${EXHAUSTED_MAX} events of your webhook, although we tried to send each of them for more than fourteen hours.`,
          "When the receiver works again, turn the webhook on and send a test:",
        ],
        action: { label: "Your webhooks", url: `${publicUrl}/dashboard/webhooks` },
      };
    case "emailChanged":
      return {
        subject: "Your email address was changed",
        paragraphs: [
          `Your account now uses the address ${template.newEmail}. We won't email this address again.`,
          contactEmail
            ? "If you didn't do this, reply right away."
            : `If you didn't do this, contact an admin of ${publicUrl} right away.`,
        ],
      };
    case "newDevice":
      return {
        subject: "New sign-in to your account",
        paragraphs: [
          `Your account was used to sign in from a new device: ${template.device}, on ${new Date(template.at).toUTCString()}.`,
          "If it was you, there is nothing to do. If not, set a new password. This signs out all devices and revokes all API keys:",
        ],
        action: setPassword,
      };
    case "receipt":
      return {
        subject: "Receipt for your PRO membership",
        paragraphs: [
          `Thank you for being a PRO member. We received ${formatDollars(template.dollars)} for one year of membership. It ends on ${day(template.until)} and doesn't renew automatically.`,
          `Transaction id: ${template.transactionId}`,
        ],
        action: payments,
      };
    case "refund":
      return {
        subject: "Your payment was refunded",
        paragraphs: [
          `We refunded ${formatDollars(template.dollars)} to your card. Your bank may take a few days to show it. The membership that it paid for has ended.`,
          `Transaction id: ${template.transactionId}`,
        ],
      };
    case "disputeWon":
      return {
        subject: "Your PRO membership is active again",
        paragraphs: [
          `Your bank closed the dispute about your payment of ${formatDollars(template.dollars)}, and the payment stands. Your membership is active again until ${day(template.until)}.`,
          `Transaction id: ${template.transactionId}`,
        ],
        action: payments,
      };
    case "membershipEnds":
      return {
        subject: "Your PRO membership ends soon",
        paragraphs: [
          `Your membership ends on ${day(template.until)}. You won't be charged automatically.${template.canRenew ? " If you renew, the next year starts when this one ends." : ""}`,
        ],
        ...(template.canRenew && { action: { label: "Renew for another year", url: `${publicUrl}/payment` } }),
      };
    default:
      return renderSurveyEmail(template, publicUrl, link);
  }
}
